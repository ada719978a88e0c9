import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { isInPresale } from '@cuentos/domain/books/part-availability';
import { priceOf } from '@cuentos/domain/orders/price';
import { type ComponentProps, type RefObject, useSyncExternalStore } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { noAnswerText } from './no-answer.ts';
import { useNow } from '../../lib/clock.ts';
import { formatPrice } from '../../lib/formats.ts';
import { useScreenParams } from '../../lib/screen-data.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { Link, useNavigation } from '../../ui/navigation.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { Cover } from '../../ui/pictures/cover.tsx';
import { useBooks } from '../site/route-books.ts';
import { useCaptcha } from './captcha/captcha.tsx';
import { noteCodeAsked, useCarriedEmail } from './carried-email.ts';
import { authTexts as t } from './texts.ts';

/**
 * Asks for a code by mail, one at a time.
 * @returns whether the server took it; what went wrong was said
 */
export function useAskForCode() {
  const captcha = useCaptcha('entry-code');
  const { busy, run } = useTask();
  const ask = async (email: string, then: (leave: () => void) => void) =>
    run(async (leave) => {
      try {
        const { askEntryCode } = await import('./api.ts');
        await askEntryCode(email.trim(), await captcha.answer());
        noteCodeAsked(email, Date.now());
        then(leave);
      } catch (error) {
        showToastHere('error', askFailure(error));
      }
      captcha.renew();
    });
  return { busy, ask };
}

function askFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return noAnswerText();
  if (error.status === 429) return t.tooManyCodes;
  return error.detail || noAnswerText();
}

/** Of the form that the field stands in, which has a field `email` too: it is typed once for both ways. */
interface FieldsWithEmail {
  readonly values: { readonly email: string };
  change(name: 'email', value: string): void;
  check(name: 'email'): boolean;
  field(name: 'email'): ComponentProps<'input'> & { readonly error?: string | undefined };
}

interface EmailWay {
  /** The field of the address. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Nothing but the address was typed. */
  readonly alone: boolean;
}

/** The way on with the address alone, out of a form that has other ways. */
export function useEmailEntry(fields: FieldsWithEmail, { input, alone }: EmailWay) {
  const bookId = useScreenParams()['book_id'];
  const { go } = useNavigation();
  const { busy, ask } = useAskForCode();
  useCarriedEmail({ input, email: fields.values.email, fill: (email) => fields.change('email', email) });
  const goOn = () => {
    if (!fields.check('email')) return input.current?.focus();
    void ask(fields.values.email, (leave) => {
      leave();
      // The way back is to where one came from, not to a form that was sent.
      go(`/enter-code${bookId ? `/${bookId}` : ''}${location.search}`, { replace: true });
    });
  };
  return {
    field: fields.field('email'),
    busy,
    goOn,
    /** Whether a sending of the form means this way: by Enter in its field, with nothing else typed. */
    isMeant: () => alone && input.current !== null && document.activeElement === input.current,
  };
}

interface EmailEntryProps {
  readonly entry: ReturnType<typeof useEmailEntry>;
  readonly input: RefObject<HTMLInputElement | null>;
  /** How programs that fill forms know the field. */
  readonly autoComplete: 'username' | 'email';
}

/** The one field that makes or enters an account by code, above the other ways. */
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

/** Between one way in and the next. */
function OrRule() {
  return (
    <p aria-hidden="true" className="flex items-center gap-4 text-sm text-ink-2">
      <span className="h-px flex-1 bg-line" />
      {t.or}
      <span className="h-px flex-1 bg-line" />
    </p>
  );
}

/** What the maker of an account agrees to. */
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

/** The part that is being bought, by the query of the address, which the server's markup does not know: undefined there. */
const usePartOnTheWay = () => useSearchValue('part');

function useSearchValue(name: string): string | null | undefined {
  return useSyncExternalStore(
    never,
    () => new URLSearchParams(location.search).get(name),
    () => undefined,
  );
}

/** What is being bought, in one ruled line; its place is kept until the part is known. */
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
  return <PurchaseFacts book={book} part={part ?? null} now={now} isGift={isGift} />;
}

interface PurchaseFactsProps {
  readonly book: PublicBook;
  readonly part: PublicPart | null;
  readonly now: number;
  /** It is a gift, paid by its giver. */
  readonly isGift: boolean;
}

function priceNow(part: PublicPart, now: number): number {
  const presaleEndAt = part.presale_end_date ? Date.parse(part.presale_end_date) : null;
  const inPresale = isInPresale({ isPresale: part.is_presale, presaleEndAt }, now);
  return priceOf(part.value, part.presale_discount_percentage, inPresale).final;
}

function PurchaseFacts({ book, part, now, isGift }: PurchaseFactsProps) {
  const price = part && priceNow(part, now);
  const about = isGift ? t.youReceive : price === 0 ? t.youTake : t.youBuy;
  return (
    <div className="mb-7 flex min-h-[5.3rem] items-center gap-3.5 border-y border-line py-3">
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
