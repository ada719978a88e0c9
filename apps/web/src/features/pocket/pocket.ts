import type { PublicPart } from '@cuentos/contract/books';
import { getPocket, type Pocket, putInPocket, takeOutOfPocket as takeOutOfPocketCall } from '@cuentos/contract/pocket';
import { type Quote, quoteParts } from '@cuentos/contract/quote';
import { MOST_PARTS_AT_ONCE } from '@cuentos/domain/orders/set-price';
import { hasKeys } from '../../device/journal.ts';
import { createKeyedJournal } from '../../device/keyed-journal.ts';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { session } from '../../lib/api/session.ts';
import { createStore } from '../../lib/store.ts';
import { notePocketCount } from '../site/pocket-count.ts';

/** A visitor's part on this device, with the facts to show when the shop no longer has it. */
interface KeptPart {
  readonly part_id: string;
  readonly book_id: string;
  readonly book_name: string;
  readonly part_name: string;
  /** Price of the part alone when it was added, pesos. */
  readonly price: number;
  /** Account that will take it over; absent for a visitor's part. No other account sees or takes it. */
  readonly uid?: string;
}

const isKept = (value: unknown): value is KeptPart =>
  hasKeys(value, 'part_id', 'book_id', 'book_name', 'part_name', 'price');

/** Prefix of local storage keys, which private-layout.tsx uses too; a logout deletes them with all others. */
const journal = createKeyedJournal('pocket', isKept, ({ uid, part_id: id }) => `${uid ?? ''}:${id}`);

const isOwn = ({ uid }: KeptPart): boolean => uid === undefined || uid === session.claims()?.uid;
/**
 * Parts that this device keeps for the current reader: a visitor's parts, and those that wait for space in the account.
 */
const ownParts = (): KeptPart[] => journal.entries().filter(isOwn);
/** Removes own parts from this device. */
const forgetParts = (ids: readonly string[]): void =>
  journal.remove((part) => isOwn(part) && ids.includes(part.part_id));

/** Parts in the pocket as far as this page knows, so that the buttons of a part agree. */
export const pocketIds = createStore<ReadonlySet<string>>(new Set());
pocketIds.subscribe(() => notePocketCount(pocketIds.snapshot().size));

/** A line of the pocket with its price when it was added. */
export type PocketLine = Quote['items'][number] & { readonly price_then: number };
/** The pocket with the current prices. */
export type ShownPocket = Omit<Quote, 'items' | 'code'> & {
  readonly items: readonly PocketLine[];
  /** Parts that the device still keeps because the account's pocket is full. */
  readonly waiting: readonly PocketLine[];
};

/** Counts the changes made here: an answer requested before a change is outdated. */
let changes = 0;
let lastChange: Promise<unknown> = Promise.resolve();

/** Sends changes one after the other, so that the last answer belongs to the last change. */
async function inTurn(send: () => Promise<Pocket>): Promise<Pocket> {
  changes += 1;
  const turn = lastChange.then(send, send);
  lastChange = turn;
  return turn;
}

function showPocket(pocket: Pocket): ShownPocket {
  pocketIds.set(new Set([...pocket.items.map(({ part_id: id }) => id), ...keptIds()]));
  return { ...pocket, waiting: ownParts().map(unpriced) };
}

/** Shows an answer unless a change was made since it was requested. */
function showUnlessChanged(before: number, pocket: Pocket): ShownPocket {
  return before === changes ? showPocket(pocket) : { ...pocket, waiting: ownParts().map(unpriced) };
}

/** Ids of the parts on this device, without a request. */
const keptIds = () => new Set(ownParts().map(({ part_id: id }) => id));

/** Fetches which parts are in the pocket. @throws ApiError */
export async function loadPocketIds(): Promise<void> {
  if (session.isRefreshTokenValid()) await loadPocket();
  else pocketIds.set(keptIds());
}

const put = async (ids: readonly string[]): Promise<Pocket> =>
  inTurn(() => request(putInPocket, { json: { part_ids: [...ids] }, handles: 'all' }));

/** Moves a visitor's parts into the account after signing in; parts that do not fit or are refused stay here. */
export async function mergePocket(): Promise<void> {
  const uid = session.claims()?.uid;
  if (uid === undefined || !session.isRefreshTokenValid()) return;
  const parts = ownParts();
  if (parts.length === 0) return;
  // Stores each part with its account, so that the next account on this device does not get it.
  for (const part of parts) journal.add({ ...part, uid });
  const ids = [...new Set(parts.map(({ part_id: id }) => id))];
  journal.remove((part) => part.uid === undefined && ids.includes(part.part_id));
  try {
    const answer = await put(ids);
    // Another tab may have added a part meanwhile.
    forgetParts(ids);
    showPocket(answer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'pocket_full') await mergeWhatFits(ids);
  }
}

/** Moves the parts one by one, in their order, until the pocket is full. */
async function mergeWhatFits(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await put([id]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return;
    }
    forgetParts([id]);
  }
}

/** The account's pocket, or this device's for a visitor. Throws ApiError. */
export async function loadPocket(): Promise<ShownPocket> {
  if (session.isRefreshTokenValid()) {
    await mergePocket();
    // An answer requested during a change may be from before it.
    await lastChange.catch(() => {});
    const before = changes;
    return showUnlessChanged(before, await request(getPocket, { handles: 'all', quiet: true }));
  }
  const parts = ownParts();
  pocketIds.set(keptIds());
  if (parts.length === 0) return { items: [], total: 0, below_minimum: false, ways: [], waiting: [] };
  const query = { part_ids: parts.map(({ part_id: id }) => id).join(',') };
  const { items, ...sums } = await request(quoteParts, { query, handles: 'all', quiet: true });
  const lines = parts.map((part): PocketLine => {
    const storedItem = items.find(({ part_id: id }) => id === part.part_id);
    return storedItem ? { ...storedItem, price_then: part.price } : unpriced(part);
  });
  return { ...sums, items: lines, waiting: [] };
}

/** Makes the line of a part that the shop does not know, or was not asked about. */
function unpriced({ price, ...part }: KeptPart): PocketLine {
  const costs = { value: price, alone: price, amount: price, price_then: price };
  return { ...part, ...costs, image: null, export_kinds: [], reduction: null, refusal: 'part_not_found' };
}

/**
 * Adds a part to the pocket, of the account or of this device.
 * @param price of the part alone now, pesos
 * @throws {ApiError} for the account's; {@link PocketFull} for the device's
 */
export async function addToPocket(part: Pick<PublicPart, 'id' | 'book_id' | 'name'>, bookName: string, price: number) {
  if (session.isRefreshTokenValid()) {
    showPocket(await put([part.id]));
    return;
  }
  const others = ownParts().filter(({ part_id: id }) => id !== part.id);
  if (others.length >= MOST_PARTS_AT_ONCE) throw new PocketFull();
  journal.add({ part_id: part.id, book_id: part.book_id, book_name: bookName, part_name: part.name, price });
  pocketIds.set(keptIds());
}

/** The pocket is full. */
export class PocketFull extends Error {}

/** Removes a part, from the account or from this device. Throws ApiError. @returns the pocket without it */
export async function takeOutOfPocket(partId: string): Promise<ShownPocket> {
  forgetParts([partId]);
  if (session.isRefreshTokenValid()) {
    const answer = await inTurn(() => request(takeOutOfPocketCall, { params: { part_id: partId }, handles: 'all' }));
    // There may be space now for a waiting part.
    return keptIds().size === 0 ? showPocket(answer) : loadPocket();
  }
  return loadPocket();
}
