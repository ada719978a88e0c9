import type { PublicPart } from '@cuentos/contract/books';
import { listUserParts, type UserPart } from '@cuentos/contract/library';
import { useEffect } from 'react';
import { session, useHasSession } from '../../lib/api/session.ts';
import { useStore } from '../../lib/react-store.ts';
import { createStore } from '../../lib/store.ts';
import { offlineCache } from './offline-cache.ts';
import { partPricing } from './part-pricing.ts';

/** Parts that the person may open now, with how much of each is read. */
export type ReadableParts = ReadonlyMap<string, number>;

const NONE: readonly UserPart[] = [];

/** By user and book. */
const ownParts = createStore<ReadonlyMap<string, readonly UserPart[]>>(new Map());
const keyOf = (bookId: string): string => `${session.claims()?.uid} ${bookId}`;
/** Books whose own parts are being asked for: the rows of one page ask once. */
const loading = new Set<string>();

/** Asks for a book's own parts; what this device knows of them stands in for a server that is away. Never rejects. */
export async function askForOwnParts(bookId: string): Promise<void> {
  if (loading.has(bookId)) return;
  loading.add(bookId);
  // Where they cannot be had the page is a visitor's, and says nothing wrong.
  await loadOwnParts(bookId).catch(() => {});
  loading.delete(bookId);
}

async function loadOwnParts(bookId: string): Promise<void> {
  const [{ request }, { networkFirst }] = await Promise.all([
    import('../../lib/api/api-client.ts'),
    import('../../device/network-first.ts'),
  ]);
  const key = keyOf(bookId);
  const parts = await networkFirst<readonly UserPart[]>({
    fetch: () => request(listUserParts, { params: { book_id: bookId }, handles: 'all', quiet: true }),
    read: () => offlineCache.current().readUserParts(bookId),
    save: (answer, askedAt) => offlineCache.current().saveUserParts(bookId, answer, askedAt),
  });
  ownParts.set(new Map([...ownParts.snapshot(), [key, parts]]));
}

/** A book's parts as the signed-in reader holds them; null until that is known. A visitor holds none. */
export function useKnownOwnParts(bookId: string): readonly UserPart[] | null {
  const own = useStore(ownParts);
  const hasSession = useHasSession();
  useEffect(() => {
    if (hasSession) void askForOwnParts(bookId);
  }, [bookId, hasSession]);
  return hasSession ? (own.get(keyOf(bookId)) ?? null) : NONE;
}

/** A book's parts as the signed-in reader holds them; none until that is known, and for visitors. */
export const useOwnParts = (bookId: string): readonly UserPart[] => useKnownOwnParts(bookId) ?? NONE;

/** How much of a part is read, percent: a finished one whole, and one that its reader took back not whole. */
export function readShare({ percentage, finish }: Pick<UserPart, 'percentage' | 'finish'>): number {
  if (finish?.finished) return 100;
  return finish ? Math.min(percentage ?? 0, 99) : (percentage ?? 0);
}

/** Parts among them that may be read now. */
export const readableAmong = (parts: readonly UserPart[]): ReadableParts =>
  new Map(parts.filter((part) => part.edition_id !== null).map((part) => [part.id, readShare(part)]));

/** Own parts among them that cannot be read yet. */
export const awaitedAmong = (parts: readonly UserPart[]): ReadonlySet<string> =>
  new Set(parts.filter((part) => part.is_purchased && part.edition_id === null).map(({ id }) => id));

export interface NextStep {
  /** `pay` is to finish a pending payment, `wait` for the day of a part that is one's own. */
  readonly step: 'read' | 'pay' | 'buy' | 'follow' | 'wait';
  readonly part: PublicPart;
}

/** Parts of which a payment is pending. */
export const pendingAmong = (parts: readonly UserPart[]): ReadonlySet<string> =>
  new Set(parts.filter((part) => part.unfinished_order?.state === 'pending').map(({ id }) => id));

/**
 * The reader's next step with a book: go on reading, finish a payment, get the next part, be told of the one that is to
 * come, or wait for it.
 * @param awaited own parts that cannot be read yet
 */
export function nextStep(
  parts: readonly PublicPart[],
  readable: ReadableParts,
  now: number,
  { pending = new Set(), awaited = new Set() }: Partial<Record<'pending' | 'awaited', ReadonlySet<string>>> = {},
): NextStep | null {
  const isOut = (part: PublicPart) => part.ebook && partPricing(part, now).released;
  const unread = parts.find((part) => (readable.get(part.id) ?? 100) < 100);
  const [own, others] = [parts.filter(({ id }) => awaited.has(id)), parts.filter(({ id }) => !awaited.has(id))];
  const forSale = others.find((part) => !readable.has(part.id) && isOut(part));
  const unpaid = parts.find((part) => pending.has(part.id) && !readable.has(part.id));
  const toCome = others.find((part) => !isOut(part));
  const readAgain = parts.find((part) => readable.has(part.id));
  if (unread) return { step: 'read', part: unread };
  if (unpaid) return { step: 'pay', part: unpaid };
  if (forSale) return { step: 'buy', part: forSale };
  if (toCome) return { step: 'follow', part: toCome };
  if (readAgain) return { step: 'read', part: readAgain };
  return own[0] ? { step: 'wait', part: own[0] } : null;
}
