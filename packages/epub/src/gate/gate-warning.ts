/**
 * Kinds of content that the gate removed because it runs, loads or hides something. A cleaned edition has none of
 * these.
 */
export const REMOVALS = [
  'script',
  'event-handler',
  'unsafe-link',
  'remote-load',
  'form-control',
  'frame',
  'redirect',
  'unsafe-css',
  'fixed-position',
  'unsafe-markup',
  'entity',
  'file-dropped',
] as const;

/** Repairs, and remarks for the author. */
export const NOTICES = [
  'malformed-markup',
  'deep-nesting',
  'encoding-guessed',
  'missing-language',
  'missing-alt',
  'no-contents',
  'contents-cut',
  'contents-dead-link',
  'large-image',
  'long-chapter',
  'empty-chapter',
  'text-lost',
  'leading-bytes',
  'mimetype-missing',
  'mimetype-not-first',
  'missing-file',
  'narration-missing',
  'narration-clip',
  'name-repaired',
  'font-damaged',
  'cover-missing',
  'cover-unusable',
] as const;

/** Subjects of epubcheck's messages about the uploaded file; the gate never refuses a file because of them. */
export const ADVICE = [
  'advice-markup',
  'advice-links',
  'advice-contents',
  'advice-package',
  'advice-style',
  'advice-media',
  'advice-accessibility',
  'advice-other',
  'advice-unfinished',
] as const;

export type RemovalKind = (typeof REMOVALS)[number];
export type AdviceKind = (typeof ADVICE)[number];
export type WarningKind = RemovalKind | AdviceKind | (typeof NOTICES)[number];

/** Findings of one kind in one file of the book; an empty path means the book as a whole. */
export interface GateWarning {
  readonly kind: WarningKind;
  readonly path: string;
  readonly count: number;
  /** First words of the text that the finding is about, plain; absent for most kinds. */
  readonly excerpt?: string;
}

/** Number of files that a report names for each kind; further ones are summed under the empty path. */
const PATHS_PER_KIND = 100;

/** Counts findings by kind and file. */
export class WarningLog {
  readonly #counts = new Map<WarningKind, Map<string, number>>();
  /** Excerpts by kind and path. */
  readonly #excerpts = new Map<string, string>();

  add(kind: WarningKind, path: string, count = 1, excerpt?: string): void {
    if (excerpt !== undefined && excerpt !== '') this.#excerpts.set(`${kind} ${path}`, excerpt);
    const paths = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, paths);
    const key = paths.has(path) || paths.size < PATHS_PER_KIND ? path : '';
    paths.set(key, (paths.get(key) ?? 0) + count);
  }

  merge(other: WarningLog): void {
    for (const { kind, path, count, excerpt } of other.list()) this.add(kind, path, count, excerpt);
  }

  list(): GateWarning[] {
    return [...this.#counts].flatMap(([kind, paths]) =>
      [...paths].map(([path, count]) => {
        const excerpt = this.#excerpts.get(`${kind} ${path}`);
        return { kind, path, count, ...(excerpt === undefined ? {} : { excerpt }) };
      }),
    );
  }
}
