import { toIso } from '../../platform/to-iso.ts';
import type { PublicBook } from '@cuentos/contract/books';
import type { EarlyAccessItem, Library, UserBookPart, UserPart } from '@cuentos/contract/library';
import type { UnfinishedOrder } from '@cuentos/contract/orders';
import { isListed } from '@cuentos/domain/books/part-availability';
import type { Access } from '@cuentos/domain/entitlements/entitlement';
import {
  allowedKinds,
  type ExportKind,
  type ExportPermission,
  permissionOf,
} from '@cuentos/domain/exports/export-permission';
import type { Db } from '../../platform/db/db.ts';
import type { BookPartRow, BookRow } from '../../platform/db/tables/books.ts';
import type { EntitlementRow } from '../../platform/db/tables/entitlements.ts';
import type { FinishedPartRow, ReadingPositionRow } from '../../platform/db/tables/reading.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  bookIdsOfParts,
  type BookService,
  editorialStateOf,
  findBooks,
  isPublishedRow,
  presentParts,
  type ShownPart,
} from '../books/service.ts';
import { findEditionSizes } from '../editions/service.ts';
import { type EntitlementService, accessOf, deliveredParts } from '../entitlements/service.ts';
import { giversOf } from '../gifts/service.ts';
import { findPendingParts, unfinishedOrders } from '../orders/service.ts';
import type { ShopService } from '../shop/service.ts';
import { findFinishedParts, findPositions, finishedMarkOf } from '../reading/service.ts';

export type LibraryService = ReturnType<typeof createLibraryService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly books: BookService;
  readonly entitlements: EntitlementService;
  readonly shop: Pick<ShopService, 'latest'>;
}

/** One part with everything that is known about it for one user. */
interface Holding {
  readonly book: BookRow;
  readonly part: BookPartRow;
  readonly shown: ShownPart;
  readonly access: Access;
  readonly rows: readonly EntitlementRow[];
  readonly position: ReadingPositionRow | undefined;
  readonly finish: FinishedPartRow | undefined;
  readonly editionSize: number | null;
  readonly delivered: boolean;
  /** Name of the giver; empty when none was written, null when it was no gift. */
  readonly giftFrom: string | null;
}

/** A reader's library: the parts she holds and their states. */
export function createLibraryService(deps: Deps) {
  const { books, entitlements } = deps;
  return {
    /** 'Mis Libros' and 'Lecturas para revisión'. */
    async library(userId: string): Promise<Library> {
      const entitlementsByPart = await entitlements.holdings(userId);
      const bookIds = await bookIdsOfParts(deps.db.read, [...entitlementsByPart.keys()]);
      const holdings = (await loadHoldings(deps, userId, bookIds, entitlementsByPart)).filter(
        ({ rows }) => rows.length > 0,
      );
      const newest = holdings.toSorted((a, b) => (b.rows[0]?.granted_at ?? 0) - (a.rows[0]?.granted_at ?? 0));
      const owns = (partId: string) => (entitlementsByPart.get(partId) ?? []).some(({ kind }) => kind === 'ownership');
      const pendingParts = await findPendingParts(deps.db.read, userId);
      return {
        user_book_parts: newest.filter(({ access }) => access.owned).flatMap(presentOwned),
        early_access: newest.filter(({ access }) => access.earlyAccess && !access.owned).map(presentEarly),
        // Leaves out a part that the person was given while its payment was pending.
        awaited: pendingParts.filter(({ book_part_id: id }) => !owns(id)),
      };
    },
    /** Books of which the user owns a part. */
    async ownBooks(userId: string): Promise<PublicBook[]> {
      const entitlementsByPart = await entitlements.holdings(userId);
      const owned = new Set(
        [...entitlementsByPart].filter(([, rows]) => rows.some((row) => row.kind === 'ownership')).map(([id]) => id),
      );
      const ids = await bookIdsOfParts(deps.db.read, [...owned]);
      // Only owners see drafts and archived parts.
      const storedBooks = await books.booksById(ids, (part) => owned.has(part.id) || isPublishedRow(part));
      const delivered = await deliveredParts(deps.db.read, userId);
      return storedBooks.map((book) => ({
        ...book,
        purchased: true,
        parts: book.parts.map((part) => ({
          ...part,
          is_purchased: owned.has(part.id),
          is_downloaded: delivered.has(part.id),
        })),
      }));
    },
    /** Parts of one book with the caller's access to each: listed ones, and whatever the caller holds. */
    async partsOf(userId: string, bookId: string): Promise<UserPart[]> {
      const entitlementsByPart = await entitlements.holdings(userId);
      const holdings = await loadHoldings(deps, userId, [bookId], entitlementsByPart);
      const visible = holdings.filter(
        (holding) => holding.access.owned || holding.access.earlyAccess || isListed(editorialStateOf(holding)),
      );
      const [book] = await findBooks(deps.db.read, [bookId]);
      const isPublished = book !== undefined && isPublishedRow(book.book);
      if (visible.length === 0 && !isPublished) throw new AppError('book_not_found');
      const unfinished = await unfinishedOrders(deps.db.read, { userId, bookId }, deps.clock.now());
      return visible.map((holding) => ({
        ...presentUserPart(holding, unfinished.get(holding.part.id) ?? null),
        export_kinds: exportKindsOf(holding, deps.shop.latest().settings.export_permission),
      }));
    },
  };
}

async function loadHoldings(
  { db, clock }: Deps,
  userId: string,
  bookIds: readonly string[],
  entitlementsByPart: ReadonlyMap<string, EntitlementRow[]>,
): Promise<Holding[]> {
  const records = await findBooks(db.read, bookIds);
  const parts = records.flatMap((record) => record.parts);
  const editionIds = parts.map((part) => part.edition_id).filter((id) => id !== null);
  const [presentedParts, positions, finishedParts, sizes, delivered, givers] = await Promise.all([
    presentParts(db, parts),
    findPositions(db.read, userId),
    findFinishedParts(db.read, userId),
    findEditionSizes(db.read, editionIds),
    deliveredParts(db.read, userId),
    giversOf(db.read, userId),
  ]);
  const now = clock.now();
  return records.flatMap(({ book, parts: ofBook }) =>
    ofBook.flatMap((part) => {
      const presented = presentedParts.get(part.id);
      if (!presented) return [];
      const rows = entitlementsByPart.get(part.id) ?? [];
      const holding: Holding = {
        book,
        part,
        shown: presented,
        rows,
        access: accessOf(rows, part, now),
        position: positions.get(part.id),
        finish: finishedParts.get(part.id),
        editionSize: part.edition_id === null ? null : (sizes.get(part.edition_id) ?? null),
        delivered: delivered.has(part.id),
        giftFrom: giverAmong(rows, givers),
      };
      return [holding];
    }),
  );
}

function giverAmong(rows: readonly EntitlementRow[], givers: ReadonlyMap<string, string | null>): string | null {
  const gift = rows.find(({ source }) => source === 'gift');
  return gift ? (givers.get(gift.order_id ?? '') ?? '') : null;
}

function readable({ part, access, editionSize }: Holding): { edition_id: string | null; edition_size: number | null } {
  return access.canRead
    ? { edition_id: part.edition_id, edition_size: editionSize }
    : { edition_id: null, edition_size: null };
}

const recalled = ({ part }: Holding): { is_recalled?: true } =>
  part.recalled_at === null ? {} : { is_recalled: true };

const expiryOf = ({ rows }: Holding): string | null => {
  const expiry = rows.find((row) => row.kind === 'early_access')?.expires_at ?? null;
  return toIso(expiry);
};

const ownershipOf = ({ rows }: Holding): EntitlementRow | undefined => rows.find((row) => row.kind === 'ownership');

/** Kinds in which an owner may export a part; the module `exports` checks again. */
function exportKindsOf({ book, access }: Holding, ofShop: ExportPermission): ExportKind[] {
  if (!access.owned || !access.canRead) return [];
  return [...allowedKinds(permissionOf(book.export_permission, ofShop))];
}

function presentUserPart(holding: Holding, unfinished: UnfinishedOrder | null): UserPart {
  const ownership = ownershipOf(holding);
  return {
    ...holding.shown,
    is_purchased: holding.access.owned,
    acquired_at: holding.access.owned && ownership ? toIso(ownership.granted_at) : null,
    ...(holding.giftFrom === null ? {} : { gift_from: holding.giftFrom }),
    is_downloaded: holding.delivered,
    early_access: holding.access.earlyAccess,
    early_access_expires_at: expiryOf(holding),
    percentage: holding.position?.percentage ?? null,
    finish: holding.finish ? finishedMarkOf(holding.finish) : null,
    unfinished_order: holding.access.owned ? null : unfinished,
    ...readable(holding),
    ...recalled(holding),
  };
}

function presentOwned(holding: Holding): UserBookPart[] {
  const { book, part, shown, position } = holding;
  const ownership = ownershipOf(holding);
  if (!ownership) return [];
  const owned: UserBookPart = {
    id: ownership.id,
    book_id: book.id,
    book_part_id: part.id,
    last_location: position?.last_location ?? null,
    percentage: position?.percentage ?? 0,
    finish: holding.finish ? finishedMarkOf(holding.finish) : null,
    book_name: book.name,
    book_part_name: part.name,
    image: shown.image,
    release_date: shown.release_date,
    is_downloaded: holding.delivered,
    acquired_at: toIso(ownership.granted_at),
    ...(holding.giftFrom === null ? {} : { gift_from: holding.giftFrom }),
    read_at: position ? toIso(position.updated_at) : null,
    ...readable(holding),
    ...recalled(holding),
  };
  return [owned];
}

function presentEarly(holding: Holding): EarlyAccessItem {
  const { book, part, shown, position } = holding;
  return {
    book_id: book.id,
    book_part_id: part.id,
    book_name: book.name,
    book_part_name: part.name,
    book_part_image: shown.image,
    expires_at: expiryOf(holding),
    percentage: position?.percentage ?? 0,
    finish: holding.finish ? finishedMarkOf(holding.finish) : null,
    ...readable(holding),
    ...recalled(holding),
  };
}
