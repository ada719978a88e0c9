/** Key of session storage: measured heights, for a notebook that one comes back to from another document. */
const KEPT = 'notebook-rows';
/** Rows whose heights go from one document to the next. */
const MOST = 2000;

interface Kept {
  readonly width: number;
  readonly sizes: readonly (readonly [string, number])[];
}

let sizes: Map<string, number> | null = null;
let width = 0;

/** The heights that belong to the window's width. */
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
    // Storage refused by the browser's settings: rows are measured anew.
  }
}

/** Measured heights of the notebook's rows by their keys, px, for as long as the window has its width. */
export const rowSizes = {
  known: (): ReadonlyMap<string, number> => current(),
  note: (key: string, size: number): void => void current().set(key, size),
};
