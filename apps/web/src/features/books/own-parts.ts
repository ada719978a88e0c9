import type { PublicPart } from '@cuentos/contract/books';
import { listUserParts, type UserPart } from '@cuentos/contract/library';
import { useEffect } from 'react';
import { session, useHasSession } from '../../lib/api/session.ts';
import { useStore } from '../../lib/react-store.ts';
import { createStore } from '../../lib/store.ts';
import { offlineCache } from './offline-cache.ts';
import { partPricing } from './part-pricing.ts';

/** Parts that the person may open now, with the percentage read of each. */
export type ReadableParts = ReadonlyMap<string, number>;

const NONE: readonly UserPart[] = [];

/** By user and book. */
const ownParts = createStore<ReadonlyMap<string, readonly UserPart[]>>(new Map());
const keyOf = (bookId: string): string => `${session.claims()?.uid} ${bookId}`;
/** Books whose own parts are being requested, so that the rows of a page make one request. */
const loading = new Set<string>();

/** Requests a book's own parts; the device's copies stand in for a server out of reach. Never rejects. */
export async function askForOwnParts(bookId: string): Promise<void> {
  if (loading.has(bookId)) return;
  loading.add(bookId);
  // If they cannot be loaded the page is a visitor's, and shows nothing false.
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

/** A book's parts with the signed-in reader's rights; null while unknown. A visitor has none. */
export function useKnownOwnParts(bookId: string): readonly UserPart[] | null {
  const own = useStore(ownParts);
  const hasSession = useHasSession();
  useEffect(() => {
    if (hasSession) void askForOwnParts(bookId);
  }, [bookId, hasSession]);
  return hasSession ? (own.get(keyOf(bookId)) ?? null) : NONE;
}

/** A book's parts with the signed-in reader's rights; empty while unknown, and for visitors. */
export const useOwnParts = (bookId: string): readonly UserPart[] => useKnownOwnParts(bookId) ?? NONE;

/** How much of a part is read, percent: 100 for a finished part, less for one whose mark the reader removed. */
export function readShare({ percentage, finish }: Pick<UserPart, 'percentage' | 'finish'>): number {
  if (finish?.finished) return 100;
  return finish ? Math.min(percentage ?? 0, 99) : (percentage ?? 0);
}

/** The parts that may be read now. */
export const readableAmong = (parts: readonly UserPart[]): ReadableParts =>
  new Map(parts.filter((part) => part.edition_id !== null).map((part) => [part.id, readShare(part)]));

/** The owned parts that are not released yet. */
export const awaitedAmong = (parts: readonly UserPart[]): ReadonlySet<string> =>
  new Set(parts.filter((part) => part.is_purchased && part.edition_id === null).map(({ id }) => id));

export interface NextStep {
  /** `pay` finishes a pending payment, `wait` is for the release of an owned part. */
  readonly step: 'read' | 'pay' | 'buy' | 'follow' | 'wait';
  readonly part: PublicPart;
}

/** Parts with a pending payment. */
export const pendingAmong = (parts: readonly UserPart[]): ReadonlySet<string> =>
  new Set(parts.filter((part) => part.unfinished_order?.state === 'pending').map(({ id }) => id));

/**
 * The reader's next step with a book: continue reading, finish a payment, get the next part, follow an unreleased part,
 * or wait for it.
 * @param awaited owned parts that are not released yet
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
