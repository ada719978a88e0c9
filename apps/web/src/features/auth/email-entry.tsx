import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { isInPresale } from '@cuentos/domain/books/part-availability';
import { priceOf } from '@cuentos/domain/orders/price';
import { type RefObject, useSyncExternalStore } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatPrice } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Cover } from '../../ui/pictures/cover.tsx';
import { useBooks } from '../site/route-books.ts';
import { authTexts as t } from './texts.ts';
import type { useEmailEntry } from './use-email-entry.ts';

interface EmailEntryProps {
  readonly entry: ReturnType<typeof useEmailEntry>;
  readonly input: RefObject<HTMLInputElement | null>;
  /** `autocomplete` of the field. */
  readonly autoComplete: 'username' | 'email';
}

/** The single field that creates an account or signs in by a mailed code, above the other ways. */
export function EmailEntry({ entry, input, autoComplete }: EmailEntryProps) {
  return (
    <>
      <TextField
        label={t.email}
        type="email"
        autoComplete={autoComplete}
        inputMode="email"
        placeholder={t.emailExample}
        hint={t.codeHint}
        ref={input}
        {...entry.field}
      />
      <Button variant="primary" size="large" full busy={entry.busy} onClick={entry.goOn}>
        {t.goOnByEmail}
      </Button>
      <OrRule />
    </>
  );
}

/** Separates one way to sign in from the next. */
function OrRule() {
  return (
    <p aria-hidden="true" className="flex items-center gap-4 text-sm text-ink-2">
      <span className="h-px flex-1 bg-line" />
      {t.or}
      <span className="h-px flex-1 bg-line" />
    </p>
  );
}

/** Shows the terms that a new account accepts. */
export function Conditions() {
  return (
    <p className="text-xs text-ink-3">
      {t.acceptBefore}{' '}
      <Link to="/terms-and-conditions" className="link">
        {t.terms}
      </Link>{' '}
      {t.acceptBetween}{' '}
      <Link to="/privacy-policy" className="link">
        {t.privacy}
      </Link>
      .
    </p>
  );
}

const never = () => () => {};

/** The part that is being bought, by the address's query; undefined in the server's markup, which does not know it. */
const usePartOnTheWay = () => useSearchValue('part');

function useSearchValue(name: string): string | null | undefined {
  return useSyncExternalStore(
    never,
    () => new URLSearchParams(location.search).get(name),
    () => undefined,
  );
}

/** Shows the part to buy in a ruled line; reserves the line until the part is known. */
export function PurchaseLine({
  bookId,
  isBuying,
}: {
  readonly bookId: string | undefined;
  readonly isBuying: boolean;
}) {
  const partId = usePartOnTheWay();
  const isGift = useSearchValue('next')?.startsWith('/gift/') ?? false;
  const books = useBooks() ?? [];
  const now = useNow();
  const book = books.find(({ id }) => id === bookId);
  const part = book?.parts.find(({ id }) => id === partId);
  if (!book || (!part && !(isBuying && partId === undefined))) return null;
  const isKnown = partId !== undefined;
  return <PurchaseFacts book={book} part={part ?? null} now={now} isGift={isGift} isKnown={isKnown} />;
}

interface PurchaseFactsProps {
  readonly book: PublicBook;
  readonly part: PublicPart | null;
  readonly now: number;
  /** Whether the purchase is a gift. */
  readonly isGift: boolean;
  /** Whether the query has been read; before that the line is reserved only where the query names a part. */
  readonly isKnown: boolean;
}

function priceNow(part: PublicPart, now: number): number {
  const presaleEndAt = part.presale_end_date ? Date.parse(part.presale_end_date) : null;
  const inPresale = isInPresale({ isPresale: part.is_presale, presaleEndAt }, now);
  return priceOf(part.value, part.presale_discount_percentage, inPresale).final;
}

function PurchaseFacts({ book, part, now, isGift, isKnown }: PurchaseFactsProps) {
  const price = part && priceNow(part, now);
  const about = isGift ? t.youReceive : price === 0 ? t.youTake : t.youBuy;
  return (
    <div
      className={`mb-7 flex min-h-[5.3rem] items-center gap-3.5 border-y border-line py-3 ${isKnown ? '' : '[html:not([data-part])_&]:hidden'}`}
    >
      <div className="w-10 shrink-0">
        <Cover picture={(part ?? book).image} alt="" sizes="40px" seed={(part ?? book).id} />
      </div>
      <p className="min-w-0 flex-1">
        <span className="block text-xs text-ink-3">{about}</span>
        <span className="line-clamp-2 font-serif leading-snug font-semibold [overflow-wrap:anywhere]">
          {(part ?? book).name}
        </span>
      </p>
      {!isGift && price !== null && price > 0 && <b className="figures shrink-0 font-semibold">{formatPrice(price)}</b>}
    </div>
  );
}
