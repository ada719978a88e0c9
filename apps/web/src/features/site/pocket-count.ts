import { session } from '../../lib/api/session.ts';

/** Number of parts in the pocket, and its account: another account does not see it. */
const KEY = 'pocket-count';

const owner = (): string => session.claims()?.uid ?? '';

/** Null where this browser does not know the current user's number. */
function storedCount(): number | null {
  try {
    const [count, uid = ''] = localStorage.getItem(KEY)?.split(' ') ?? [];
    return count === undefined || uid !== owner() ? null : Number(count);
  } catch {
    return null; // storage refused by the browser's settings
  }
}

/** Whether it has to be requested. */
export const isPocketCountKnown = (): boolean => storedCount() !== null;

/** Stores it for the next pages, and shows it. An empty pocket without an account leaves nothing on the device. */
export function notePocketCount(count: number): void {
  try {
    if (count === 0 && owner() === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, `${count} ${owner()}`);
  } catch {
    // This page shows it nevertheless.
  }
  show(count);
}

/**
 * Shows the number of parts beside the header's pocket. The header reads it from the document (styles/base.css),
 * because it is rendered for everybody and may not be taken over by React.
 * @returns ends it
 */
export function followPocketCount(): () => void {
  const look = () => show(storedCount());
  const stop = session.subscribe(look);
  // Another tab has changed it.
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
