/** Session storage key: measured heights, for a return to the notebook from another document. */
const KEPT = 'notebook-rows';
/** Number of rows whose heights are stored for the next document. */
const MOST = 2000;

interface Kept {
  readonly width: number;
  readonly sizes: readonly (readonly [string, number])[];
}

let sizes: Map<string, number> | null = null;
let width = 0;

/** The heights for the window's current width. */
function current(): Map<string, number> {
  if (sizes && width === innerWidth) return sizes;
  const kept = sizes === null ? readKept() : null;
  width = innerWidth;
  sizes = new Map(kept?.width === width ? kept.sizes : []);
  return sizes;
}

function readKept(): Kept | null {
  try {
    addEventListener('pagehide', keep);
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function keep(): void {
  try {
    const kept: Kept = { width, sizes: [...(sizes ?? [])].slice(-MOST) };
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // The browser's settings refuse storage: rows are measured again.
  }
}

/** Measured heights of the notebook's rows by their keys, px, for the current width of the window. */
export const rowSizes = {
  known: (): ReadonlyMap<string, number> => current(),
  note: (key: string, size: number): void => void current().set(key, size),
};
