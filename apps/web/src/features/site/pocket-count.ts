import { session } from '../../lib/api/session.ts';

/** How many parts are in the pocket, and whose it is: a part of one account's is none of another's. */
const KEY = 'pocket-count';

const owner = (): string => session.claims()?.uid ?? '';

/** Null where this browser does not know it for who is here now. */
function storedCount(): number | null {
  try {
    const [count, uid = ''] = localStorage.getItem(KEY)?.split(' ') ?? [];
    return count === undefined || uid !== owner() ? null : Number(count);
  } catch {
    return null; // storage refused by the browser's settings
  }
}

/** Whether it has to be asked for. */
export const isPocketCountKnown = (): boolean => storedCount() !== null;

/** Remembers it for the next pages, and shows it. An empty pocket without an account leaves nothing on the device. */
export function notePocketCount(count: number): void {
  try {
    if (count === 0 && owner() === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, `${count} ${owner()}`);
  } catch {
    // This page shows it all the same.
  }
  show(count);
}

/**
 * Shows beside the pocket of the header how many parts are in it. The header reads it from the document (styles/base.css),
 * because it is drawn for everybody and may be asleep.
 * @returns ends it
 */
export function followPocketCount(): () => void {
  const look = () => show(storedCount());
  const stop = session.subscribe(look);
  // Another tab changes it.
  addEventListener('storage', look);
  look();
  return () => {
    stop();
    removeEventListener('storage', look);
  };
}

function show(count: number | null): void {
  const { style } = document.documentElement;
  if (count === null || count === 0) style.removeProperty('--pocket-count');
  else style.setProperty('--pocket-count', `"${count}"`);
}
