import { parseCfi } from '@cuentos/epub/locator/cfi-text';
import type { Publication, Section, TocEntry } from '@cuentos/epub/container/publication';
import type { Connection } from '../../platform/db/db.ts';
import { findPublications } from './repository.ts';
import { findSamplePublications } from './sample-repository.ts';

/** Place where a chapter begins. */
export interface ChapterStart {
  readonly title: string;
  /** Step of its first file in the package document: the second number of every CFI into it. */
  readonly step: number;
}

/** Editions and samples whose facts are remembered; their records never change, and are long. */
const REMEMBERED = 2000;
const chapters = new Map<string, readonly ChapterStart[]>();
const lastSteps = new Map<string, number | null>();

/** Chapters of editions by their ids, each in the order of the book. */
export async function chaptersOfEditions(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ChapterStart[]>> {
  return remembered(chapters, ids, chaptersOf, async (unknown) => findPublications(connection, unknown));
}

/** Step of the last file of samples by their ids; null for one without any. */
export async function lastStepsOfSamples(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const lastStep = ({ sections }: Publication) => {
    const last = sections.findLast(({ missing }) => !missing);
    return last ? stepOf(last) : null;
  };
  return remembered(lastSteps, ids, lastStep, async (unknown) => findSamplePublications(connection, unknown));
}

async function remembered<Fact>(
  memory: Map<string, Fact>,
  ids: readonly string[],
  read: (publication: Publication) => Fact,
  find: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<ReadonlyMap<string, Fact>> {
  const found = await find(ids.filter((id) => !memory.has(id)));
  for (const [id, record] of found) memory.set(id, read(JSON.parse(record) as Publication));
  const facts = new Map([...memory].filter(([id]) => ids.includes(id)));
  for (const id of memory.keys()) {
    if (memory.size <= REMEMBERED) break;
    memory.delete(id);
  }
  return facts;
}

/**
 * The chapters of the contents, by the files in which they begin. Of several chapters in a file the first stands for
 * all, because a file's CFI does not distinguish them.
 */
export function chaptersOf({ toc, sections }: Pick<Publication, 'toc' | 'sections'>): ChapterStart[] {
  const steps = new Map(sections.toReversed().map((section) => [section.path, stepOf(section)]));
  const starts = new Map<number, ChapterStart>();
  for (const { title, href } of toc.flatMap(countedEntries)) {
    const step = href === null ? null : (steps.get(fileOf(href)) ?? null);
    if (step !== null && !starts.has(step)) starts.set(step, { title, step });
  }
  return [...starts.values()].toSorted((a, b) => a.step - b.step);
}

const fileOf = (href: string): string => href.split('#')[0] ?? '';

/** An entry, or the chapters below one that only divides the book. */
function countedEntries(entry: TocEntry): TocEntry[] {
  const { href, children } = entry;
  const divides = children.some(
    (child) => child.href !== null && (href === null || fileOf(child.href) !== fileOf(href)),
  );
  return divides ? [entry, ...children] : [entry];
}

/** Spine step in a section's CFIs; null for a section without one. */
function stepOf({ cfi }: Section): number | null {
  const step = parseCfi(`epubcfi(${cfi})`)?.start.steps[1];
  return typeof step === 'number' ? step : null;
}
