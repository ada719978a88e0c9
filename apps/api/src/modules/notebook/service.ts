import type { Notebook, NotebookPart } from '@cuentos/contract/notebook';
import { isListed } from '@cuentos/domain/books/part-availability';
import { isOpenToAll } from '@cuentos/domain/books/sample';
import type { Db } from '../../platform/db/db.ts';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BookmarkService } from '../bookmarks/service.ts';
import {
  bookIdsOfParts,
  editorialStateOf,
  findBooks,
  type PartWithBook,
  presentParts,
  sampleOf,
  type ShownPart,
} from '../books/service.ts';
import { chaptersOfEditions, type ChapterStart, lastStepsOfSamples } from '../editions/service.ts';
import { accessOf, type EntitlementService } from '../entitlements/service.ts';
import type { HighlightService } from '../highlights/service.ts';
import type { ShopService } from '../shop/service.ts';

export type NotebookService = ReturnType<typeof createNotebookService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly highlights: Pick<HighlightService, 'lastRevisions' | 'eraseTrash'>;
  readonly bookmarks: Pick<BookmarkService, 'countChanges' | 'eraseTrash'>;
  readonly entitlements: Pick<EntitlementService, 'holdings'>;
  readonly shop: Pick<ShopService, 'current'>;
}

/** Makes the service that tells a reader the places of notes over all books, and whether a device has all of them. */
export function createNotebookService(deps: Deps) {
  const { db, highlights, bookmarks, shop } = deps;
  return {
    /**
     * Every part in which the reader ever made a highlight or bookmark, owned or not, also in drafts and archived
     * books.
     */
    async notebook(userId: string): Promise<Notebook> {
      const [revisions, changes, { identity, settings }] = await Promise.all([
        highlights.lastRevisions(userId),
        bookmarks.countChanges(userId),
        shop.current(),
      ]);
      const parts = await findParts(db, new Set([...revisions.keys(), ...changes.keys()]));
      const present = await presenterFor(deps, userId, parts);
      return {
        parts: parts.map((each) => ({
          ...present(each),
          highlights_revision: revisions.get(each.part.id) ?? 0,
          bookmarks_changes: changes.get(each.part.id) ?? 0,
        })),
        author: identity.author_name,
        shared_quote_max: settings.shared_quote_max,
      };
    },
    /** Erases the text of the reader's deleted highlights and bookmarks; others are kept. */
    async eraseTrash(
      userId: string,
      ids: { readonly highlights: readonly string[]; readonly bookmarks: readonly string[] },
    ): Promise<{ erased: number }> {
      const highlightCount = await highlights.eraseTrash(userId, ids.highlights);
      const bookmarkCount = await bookmarks.eraseTrash(userId, ids.bookmarks);
      return { erased: highlightCount + bookmarkCount };
    },
  };
}

async function findParts(db: Db, ids: ReadonlySet<string>): Promise<PartWithBook[]> {
  const records = await findBooks(db.read, await bookIdsOfParts(db.read, [...ids]));
  return records.flatMap(({ book, parts }) => parts.filter(({ id }) => ids.has(id)).map((part) => ({ book, part })));
}

/** Facts about a part in the notebook, apart from the amount written in it. */
type PresentedPart = Omit<NotebookPart, 'highlights_revision' | 'bookmarks_changes'>;

async function presenterFor(
  { db, clock, entitlements }: Deps,
  userId: string,
  parts: readonly PartWithBook[],
): Promise<(part: PartWithBook) => PresentedPart> {
  const now = clock.now();
  const openSampleOf = ({ part, book }: PartWithBook): string | null => {
    if (part.recalled_at !== null || !isListed(editorialStateOf({ part, book }))) return null;
    const { value, release_at: releaseAt } = part;
    return sampleOf(part, isOpenToAll({ value, releaseAt }, now))?.id ?? null;
  };
  const known = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);
  const [holdings, shownParts, chapters, lastSteps] = await Promise.all([
    entitlements.holdings(userId),
    presentParts(
      db,
      parts.map(({ part }) => part),
    ),
    chaptersOfEditions(db.read, known(parts.map(({ part }) => part.edition_id))),
    lastStepsOfSamples(db.read, known(parts.map(openSampleOf))),
  ]);
  return (each) => {
    const { part, book } = each;
    return {
      part_id: part.id,
      part_name: part.name,
      position: part.position,
      book_id: book.id,
      book_name: book.name,
      image: imageOf(shownParts, part),
      access: accessName(accessOf(holdings.get(part.id) ?? [], part, now)),
      is_listed: isListed(editorialStateOf(each)),
      sample_last_step: lastSteps.get(openSampleOf(each) ?? '') ?? null,
      chapters: [...chaptersAt(chapters, part)],
    };
  };
}

const imageOf = (shownParts: ReadonlyMap<string, ShownPart>, { id }: BookPartRow) => shownParts.get(id)?.image ?? null;

const chaptersAt = (chapters: ReadonlyMap<string, readonly ChapterStart[]>, { edition_id: id }: BookPartRow) =>
  chapters.get(id ?? '') ?? [];

function accessName({ owned, earlyAccess, canRead }: ReturnType<typeof accessOf>): NotebookPart['access'] {
  if (canRead) return 'held';
  return owned || earlyAccess ? 'waiting' : 'lost';
}
