import type { TracedCopy } from '@cuentos/contract/exports';
import type { HighlightWire } from '@cuentos/contract/highlights';
import type { Publication } from '@cuentos/epub/container/publication';
import type { ExLibris, ExportedBook, ExportedNote } from '@cuentos/domain/exports/exported-book';
import {
  allowedKinds,
  type ExportKind,
  type ExportPermission,
  permissionOf,
} from '@cuentos/domain/exports/export-permission';
import type { Access } from '@cuentos/domain/entitlements/entitlement';
import { HOUR_MS } from '@cuentos/domain/time/durations';
import { type Connection, type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { BookPartRow, BookRow } from '../../platform/db/tables/books.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { Attachment } from '../../platform/http/send-attachment.ts';
import { newReadableCode } from '../../platform/readable-code.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { recordAudit } from '../audit/service.ts';
import { findLiveUser } from '../auth/service.ts';
import { bookIdsOfParts, findBooks } from '../books/service.ts';
import { editionFileKey, type EditionRow, findEdition } from '../editions/service.ts';
import { accessOf, type EntitlementService, findOwnership, type PartAccess } from '../entitlements/service.ts';
import type { HighlightService } from '../highlights/service.ts';
import type { ReadingService } from '../reading/service.ts';
import type { ShopService } from '../shop/service.ts';
import { assembleEpub } from './epub-file.ts';
import * as repository from './repository.ts';
import { assembleSingleFile } from './single-file.ts';

/** Files that one reader may take within an hour: each is read from the storage and written whole. */
const EXPORTS_AN_HOUR = 20;

export type ExportService = ReturnType<typeof createExportService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: StoragePort;
  readonly limiter: RateLimiter;
  readonly entitlements: EntitlementService;
  readonly reading: ReadingService;
  readonly highlights: HighlightService;
  readonly shop: ShopService;
  /** The document of a single file, without book and reader. */
  readonly template: () => Promise<string>;
}

/** Copies of parts that leave the shop. */
export function createExportService(deps: Deps) {
  const { db, clock } = deps;
  return {
    /**
     * Gives a part to its owner as a file, and counts it. From then on the part counts as opened.
     * @throws {AppError} part_not_found, part_recalled, part_not_released, part_without_ebook, export_not_allowed,
     * too_many_requests
     */
    take: async (userId: string, partId: string, kind: ExportKind) => take(deps, userId, partId, kind),
    /**
     * Asks whether a part may be taken now, without taking it.
     * @throws {AppError} as `take`
     */
    async check(userId: string, partId: string, kind: ExportKind): Promise<void> {
      await requireTakeable(deps, userId, partId, kind);
    },
    /** Lists the parts that a reader may take now in this kind, the latest acquired first. */
    takeable: async (userId: string, kind: ExportKind) => listTakeable(deps, userId, kind),
    /** Finds the reader of the copy with a number. Each search is audited with the admin's name. */
    async trace(actorId: string, number: string): Promise<TracedCopy> {
      const found = await repository.traceNumber(db.read, number);
      const subject = found?.user_id ?? number;
      const detail = { part: found?.part_id ?? null };
      await db.withTx(async (tx) => recordAudit(tx, { actorId, action: 'copy.traced', subject, detail }, clock.now()));
      if (!found) return null;
      const { part_id: _partId, first_at: firstAt, last_at: lastAt, ...names } = found;
      return { ...names, number, first_at: toIso(firstAt), last_at: toIso(lastAt) };
    },
  };
}

async function take(deps: Deps, userId: string, partId: string, kind: ExportKind): Promise<Attachment> {
  const access = await requireTakeable(deps, userId, partId, kind);
  if (!(await deps.limiter.hit(`export:${userId}`, EXPORTS_AN_HOUR, HOUR_MS))) throw new AppError('too_many_requests');
  const edition = access.part.edition_id === null ? undefined : await findEdition(deps.db.read, access.part.edition_id);
  if (!edition) throw new AppError('part_without_ebook');
  const stored = await deps.storage.read(editionFileKey(edition.file_hash));
  try {
    // Ends the right of withdrawal, and asks for the right to read again.
    await deps.entitlements.deliver(access);
    const exLibris = await noteExport(deps, access, edition.id, kind);
    const name = `${access.book.name} - ${access.part.name}`;
    if (kind === 'epub') {
      const epub = await assembleEpub(stored.stream, exLibris, deps.shop.latest().identity.store_name);
      return { ...epub, name: `${name}.epub`, mediaType: 'application/epub+zip' };
    }
    const book = await describeBook(deps, access, edition, exLibris);
    const page = assembleSingleFile(await deps.template(), book, stored);
    return { ...page, name: `${name}.html`, mediaType: 'text/html; charset=utf-8' };
  } catch (error) {
    stored.stream.destroy();
    throw error;
  }
}

/** A part that its owner may export. */
export interface TakeablePart {
  readonly book: BookRow;
  readonly part: BookPartRow;
  /** Place of the part in its book, from 1. */
  readonly position: number;
  /** Since when its owner has it, epoch milliseconds. */
  readonly acquiredAt: number;
}

async function listTakeable(deps: Deps, userId: string, kind: ExportKind): Promise<TakeablePart[]> {
  const { db, clock, entitlements, shop } = deps;
  const holdings = await entitlements.holdings(userId);
  const records = await findBooks(db.read, await bookIdsOfParts(db.read, [...holdings.keys()]));
  const ofShop = shop.latest().settings.export_permission;
  const now = clock.now();
  const takeable = records.flatMap(({ book, parts }) =>
    parts.flatMap((part, index) => {
      const rows = holdings.get(part.id) ?? [];
      if (!kindsFor(accessOf(rows, part, now), book.export_permission, ofShop).includes(kind)) return [];
      const owned = rows.filter((row) => row.kind === 'ownership').map((row) => row.granted_at);
      return [{ book, part, position: index + 1, acquiredAt: Math.max(...owned) }];
    }),
  );
  return takeable.toSorted((a, b) => b.acquiredAt - a.acquiredAt || (a.part.id < b.part.id ? 1 : -1));
}

/** Kinds in which a part may be exported now. Early access does not allow an export: it can end, and a file cannot. */
function kindsFor(
  { owned, canRead }: Access,
  ofBook: ExportPermission | null,
  ofShop: ExportPermission,
): readonly ExportKind[] {
  return owned && canRead ? allowedKinds(permissionOf(ofBook, ofShop)) : [];
}

/** Checks the right to export a part in this kind. */
async function requireTakeable(
  { entitlements, shop }: Deps,
  userId: string,
  partId: string,
  kind: ExportKind,
): Promise<PartAccess> {
  const access = await entitlements.requireReadable(userId, partId);
  const kinds = kindsFor(access.access, access.book.export_permission, shop.latest().settings.export_permission);
  if (!kinds.includes(kind)) throw new AppError('export_not_allowed');
  return access;
}

/** Counts an export and returns its number, which is made for the first copy. */
async function noteExport(
  { db, clock }: Deps,
  { userId, part }: PartAccess,
  editionId: string,
  kind: ExportKind,
): Promise<ExLibris> {
  const now = clock.now();
  const note = async (tx: Tx): Promise<string> => {
    if (!(await findOwnership(tx, userId, part.id))) throw new AppError('part_not_found');
    const number = await numberOf(tx, userId, part.id, now);
    const row = { id: newId(now), user_id: userId, part_id: part.id, edition_id: editionId, kind, taken_at: now };
    await repository.insertExport(tx, row);
    return number;
  };
  const number = await db.withTx(note).catch(async (error: unknown) => {
    // Two first copies at once: the second finds the number of the first.
    if (!isUniqueViolation(error)) throw error;
    return db.withTx(note);
  });
  return { name: await nameOf(db.read, userId), number, made_at: toIso(now) };
}

async function numberOf(tx: Tx, userId: string, partId: string, now: number): Promise<string> {
  const known = await repository.findNumber(tx, userId, partId);
  if (known !== undefined) return known;
  // The twelve characters are random, so that only a row of this table leads from the number to the person.
  const number = newReadableCode(12);
  await repository.insertNumber(tx, { user_id: userId, part_id: partId, number, created_at: now });
  return number;
}

async function nameOf(connection: Connection, userId: string): Promise<string> {
  const user = await findLiveUser(connection, userId);
  if (!user) throw new AppError('invalid_user_session');
  return user.name;
}

/** The single file's data except the edition: title, reader, notes and settings. */
async function describeBook(
  { reading, highlights, shop }: Deps,
  { userId, book, part }: PartAccess,
  edition: EditionRow,
  exLibris: ExLibris,
): Promise<ExportedBook> {
  const [position, { settings }, marks] = await Promise.all([
    reading.position(userId, part.id, edition.id),
    reading.settings(userId),
    highlights.list(userId, part.id, { since: null, editionId: edition.id }),
  ]);
  const { identity } = shop.latest();
  const { metadata } = JSON.parse(edition.publication) as Publication;
  return {
    format: 1,
    book: { name: book.name, author: metadata.creator ?? identity.author_name },
    part: { id: part.id, name: part.name },
    edition_id: edition.id,
    store_name: identity.store_name,
    ex_libris: exLibris,
    place: position?.edition_id === edition.id ? position.last_location : null,
    settings,
    notes: marks.flatMap((mark) => (mark.located ? [noteFrom(mark)] : [])),
  };
}

function noteFrom({ id, cfi_range: cfi, color, note, quote, revision }: HighlightWire): ExportedNote {
  return { id, cfi, color, note, quote, revision };
}

/** Number of exports of parts, for their authors. */
export async function exportCounts(
  connection: Connection,
  partIds: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<ExportKind, number>>>> {
  const counts = new Map<string, Record<ExportKind, number>>();
  for (const { part_id: id, kind, count } of await repository.countExports(connection, partIds)) {
    counts.set(id, { page: 0, epub: 0, ...counts.get(id), [kind]: count });
  }
  return counts;
}
