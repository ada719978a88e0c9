/** What stands at the right of the foot; a tap there shows the next one. */
const footModes = ['pages', 'time', 'page'] as const;
export type FootMode = (typeof footModes)[number];

/** Local storage key of ours. */
const KEY = 'readerFoot';

export function loadFootMode(): FootMode {
  try {
    const kept = localStorage.getItem(KEY);
    return footModes.find((mode) => mode === kept) ?? 'pages';
  } catch {
    return 'pages';
  }
}

/** The mode after one, kept for the next book. */
export function nextFootMode(mode: FootMode): FootMode {
  const next = footModes[(footModes.indexOf(mode) + 1) % footModes.length] ?? 'pages';
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // It holds for this book.
  }
  return next;
}
