import { resolveHref } from '../container/container-path.ts';
import type { RawTocEntry } from '../container/nav.ts';
import { plainText } from '../container/plain-text.ts';
import type { Section, TocEntry } from '../container/publication.ts';
import type { WarningLog } from './gate-warning.ts';

/** Levels kept; deeper entries come up to the last one, so that none is lost. */
const MAX_LEVELS = 8;
const MAX_ENTRIES = 10_000;
const TITLE_LENGTH = 500;

interface OpenEntry extends TocEntry {
  readonly children: OpenEntry[];
}

/**
 * Nests the flat entries of a contents file at `base`. An entry leads somewhere only when its file is in the spine;
 * whether its fragment exists is not asked, since the reader then opens the start of the file.
 */
export function buildToc(
  raw: readonly RawTocEntry[],
  base: string,
  sectionPaths: ReadonlySet<string>,
  log: WarningLog,
): TocEntry[] {
  const top: OpenEntry[] = [];
  /** The last entry of each level. */
  const path: OpenEntry[] = [];
  for (const { title, href, level } of raw) {
    if (level > MAX_LEVELS) log.add('contents-cut', base);
    const parent = Math.min(level, MAX_LEVELS, path.length + 1) - 1;
    const entry: OpenEntry = {
      title: plainText(title, TITLE_LENGTH) || '(sin título)',
      href: href === null ? null : destination(href, base, sectionPaths),
      children: [],
    };
    if (href !== null && entry.href === null) log.add('contents-dead-link', base);
    (path[parent - 1]?.children ?? top).push(entry);
    path.length = parent;
    path.push(entry);
  }
  return top;
}

function destination(href: string, base: string, sectionPaths: ReadonlySet<string>): string | null {
  if (href.trim() === '') return null;
  const target = resolveHref(base, href);
  if (target.kind !== 'inside' || !sectionPaths.has(target.path)) return null;
  return target.fragment === '' ? target.path : `${target.path}#${target.fragment}`;
}

/** Contents for a book that has none: its linear sections, by their first heading. */
export function tocFromSections(sections: readonly Section[], headings: ReadonlyMap<string, string>): TocEntry[] {
  return sections
    .filter(({ linear, missing }) => linear && !missing)
    .slice(0, MAX_ENTRIES)
    .map(({ path }, index) => {
      const heading = plainText(headings.get(path) ?? '', TITLE_LENGTH);
      return { title: heading || `Sección ${index + 1}`, href: path, children: [] };
    });
}

/** Whether any entry leads somewhere. */
export function hasDestination(entries: readonly TocEntry[]): boolean {
  return entries.some(({ href, children }) => href !== null || hasDestination(children));
}
