import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { listUserParts, type UserPart } from '@cuentos/contract/library';
import { type ReactNode, useEffect, useState } from 'react';
import { session } from '../../lib/api/session.ts';
import { formatPrice } from '../../lib/formats.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation.tsx';
import { partPricing } from './part-pricing.ts';
import { bookTexts as t } from './texts.ts';

/** Parts that the person may open now, with how much of each is read. */
export type ReadableParts = ReadonlyMap<string, number>;

const NONE: readonly UserPart[] = [];

/** A book's parts as the signed-in reader holds them; none until the server has said so, and for visitors. */
export function useOwnParts(bookId: string): readonly UserPart[] {
  const [own, setOwn] = useState(NONE);
  useEffect(() => {
    if (!session.isRefreshTokenValid()) return undefined;
    let isMounted = true;
    void fetchUserParts(bookId).then(
      (parts) => isMounted && setOwn(parts),
      // The page is a visitor's then, and says nothing wrong.
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [bookId]);
  return own;
}

async function fetchUserParts(bookId: string): Promise<readonly UserPart[]> {
  const { request } = await import('../../lib/api/api-client.ts');
  return request(listUserParts, { params: { book_id: bookId }, handles: 'all', quiet: true });
}

/** What of them may be read now. */
export const readableAmong = (parts: readonly UserPart[]): ReadableParts =>
  new Map(parts.filter((part) => part.edition_id !== null).map((part) => [part.id, part.percentage ?? 0]));

type Step = 'read' | 'buy' | 'follow';

/** The reader's next step with a book: go on reading, get the next part, or be told of the one that is to come. */
export function nextStep(
  parts: readonly PublicPart[],
  readable: ReadableParts,
  now: number,
): { readonly step: Step; readonly part: PublicPart } | null {
  const isOut = (part: PublicPart) => part.ebook && partPricing(part, now).released;
  const unread = parts.find((part) => (readable.get(part.id) ?? 100) < 100);
  const forSale = parts.find((part) => !readable.has(part.id) && isOut(part));
  const toCome = parts.find((part) => !isOut(part));
  const readAgain = parts.find((part) => readable.has(part.id));
  if (unread) return { step: 'read', part: unread };
  if (forSale) return { step: 'buy', part: forSale };
  if (toCome) return { step: 'follow', part: toCome };
  return readAgain ? { step: 'read', part: readAgain } : null;
}

interface NextStepBarProps {
  readonly book: PublicBook;
  readonly readable: ReadableParts;
  readonly now: number;
  /** The button of a part, as it stands in its row. */
  readonly renderAction: (part: PublicPart) => ReactNode;
}

/** At the foot of a phone: the part that comes next, its price and its one button. */
export function NextStepBar({ book, readable, now, renderAction }: NextStepBarProps) {
  const next = nextStep(book.parts, readable, now);
  if (!next) return null;
  const { step, part } = next;
  const { final } = partPricing(part, now);
  return (
    <section
      aria-label={t.nextStep}
      data-foot-bar=""
      className="fixed inset-x-0 bottom-0 z-20 bg-sheet pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <div aria-hidden="true" className="seam-x [--seam:var(--cb-accent)]" />
      <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
        <div className="min-w-0 flex-[1_1_8rem]">
          <p className="line-clamp-1 text-xs text-ink-3">{part.name}</p>
          {step === 'buy' && (
            <p className="font-serif text-lg leading-6 font-semibold">
              {final === 0 ? t.freePrice : formatPrice(final)}
              {final > 0 && <small className="font-sans text-xs font-medium text-ink-2"> {t.currency}</small>}
            </p>
          )}
        </div>
        <div className="flex-[0_1_auto]">{renderAction(part)}</div>
      </div>
    </section>
  );
}

/** 'Leer', for a part that the person has. */
export function ReadPartLink({ bookId, part }: { readonly bookId: string; readonly part: PublicPart }) {
  return (
    <Link
      to={`/reader/${bookId}/${part.id}`}
      aria-label={t.readPart(part.name)}
      className={buttonClass({ variant: 'primary', full: true })}
    >
      {t.read}
    </Link>
  );
}
