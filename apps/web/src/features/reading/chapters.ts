import type { TocEntry } from '@cuentos/epub/container/publication';

/** A row of the contents: chapters and one level below. */
export interface Chapter {
  readonly id: string;
  readonly title: string;
  /** Null for an entry without a target; it cannot be tapped. */
  readonly href: string | null;
  /** Null at top level. */
  readonly parentId: string | null;
}

/** The contents as the reader shows and counts them. */
export interface Contents {
  readonly chapters: readonly Chapter[];
  /** The row of a place in the contents, also for a place deeper than the rows. */
  chapterAt(href: string | null): Chapter | null;
  /** 'Capítulo 4 de 11': number from 1 among the counted chapters; null on a page between them. */
  numberOf(chapter: Chapter | null): { readonly number: number; readonly count: number } | null;
}

const fileOf = (href: string | null) => href?.split('#')[0] ?? null;

export function readContents(toc: readonly TocEntry[]): Contents {
  const chapters: Chapter[] = [];
  const byHref = new Map<string, Chapter>();
  /** Maps the id of a row to that of its counted chapter. */
  const titles = new Map<string, string>();
  const count: string[] = [];

  const addHrefs = (entry: TocEntry, row: Chapter): void => {
    if (entry.href !== null && !byHref.has(entry.href)) byHref.set(entry.href, row);
    for (const child of entry.children) addHrefs(child, row);
  };
  const add = (entry: TocEntry, parentId: string | null): Chapter => {
    const row: Chapter = { id: String(chapters.length), title: entry.title, href: entry.href, parentId };
    chapters.push(row);
    return row;
  };

  for (const entry of toc) {
    const top = add(entry, null);
    if (entry.href !== null) byHref.set(entry.href, byHref.get(entry.href) ?? top);
    // 'Tomo I' with chapters in files of their own is a divider: its chapters are counted.
    const divides = entry.children.some(({ href }) => href !== null && fileOf(href) !== fileOf(entry.href));
    if (!divides) {
      count.push(top.id);
      titles.set(top.id, top.id);
    }
    for (const child of entry.children) {
      const row = add(child, top.id);
      addHrefs(child, row);
      if (divides) count.push(row.id);
      titles.set(row.id, divides ? row.id : top.id);
    }
  }

  return {
    chapters,
    chapterAt: (href) => (href === null ? null : (byHref.get(href) ?? null)),
    numberOf(chapter) {
      const at = chapter ? count.indexOf(titles.get(chapter.id) ?? '') : -1;
      return at < 0 ? null : { number: at + 1, count: count.length };
    },
  };
}
