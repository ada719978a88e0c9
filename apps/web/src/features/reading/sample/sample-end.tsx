import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { readingMinutes } from '@cuentos/domain/books/reading-time';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react';
import { onReturn } from '../../../device/connection.ts';
import { session as account } from '../../../lib/api/session.ts';
import { useNow } from '../../../lib/clock.ts';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatDate, formatPrice } from '../../../lib/formats.ts';
import { purchaseAddress } from '../../../lib/login-address.ts';
import { useSite } from '../../../lib/page-data.ts';
import { useStore } from '../../../lib/react-store.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Link } from '../../../ui/navigation.tsx';
import { Cover } from '../../../ui/pictures/cover.tsx';
import { Price } from '../../../ui/price.tsx';
import { fetchBook } from '../../books/fetch-books.ts';
import { partPricing } from '../../books/part-pricing.ts';
import { SampleLink } from '../../books/sample-link.tsx';
import { bookTexts } from '../../books/texts.ts';
import { FollowButton } from '../../follows/follow-button.tsx';
import type { Sample } from '../opening/open-book.ts';
import type { ReadingSession } from '../reading-session.ts';
import { sampleTexts as t } from './texts.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';

interface SampleEndProps {
  readonly session: ReadingSession;
  readonly sample: Sample;
  readonly tools: ReadingTools;
}

/** The page after a sample's last line: what was read, what is left, and the way on. Nothing of the book lies below it. */
export function SampleEnd({ session, sample, tools }: SampleEndProps) {
  const { pastEnd } = useStore(session);
  const book = useCatalogueBook(session.book.bookId);
  if (!pastEnd) return null;
  return (
    <EndPage onBack={() => session.turn('prev')}>
      {sample.kind === 'whole' ? (
        <WholeEnd session={session} book={book} />
      ) : (
        <BeginningEnd session={session} sample={sample} tools={tools} book={book} />
      )}
    </EndPage>
  );
}

/** What the shop says of the book now; `unknown` until it does, `gone` when it has no such book. */
type KnownBook = PublicBook | 'unknown' | 'away' | 'gone';

/** Asked for while the last pages are read; again when the line is back. */
function useCatalogueBook(bookId: string): KnownBook {
  const [book, setBook] = useState<KnownBook>('unknown');
  useEffect(() => {
    let isMounted = true;
    const ask = () =>
      void fetchBook(bookId).then(
        (book) => isMounted && setBook(book),
        (error: unknown) => isMounted && setBook(isGone(error) ? 'gone' : 'away'),
      );
    ask();
    const stop = onReturn(ask);
    return () => {
      isMounted = false;
      stop();
    };
  }, [bookId]);
  return book;
}

const isGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && [404, 422].includes(Number(error.status));

const backKeys: ReadonlySet<string> = new Set(['ArrowLeft', 'PageUp', 'Backspace']);

/** A finger that goes to the right and hardly up or down, px. */
const isSwipeBack = (dx: number, dy: number): boolean => dx > 40 && Math.abs(dy) < dx / 2;

/** A page of its own in the theme's colours; keys and a finger lead back to the text. */
function EndPage({ onBack, children }: { readonly onBack: () => void; readonly children: ReactNode }) {
  const page = useRef<HTMLElement>(null);
  const touch = useRef<{ readonly x: number; readonly y: number } | null>(null);
  useEffect(() => page.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!backKeys.has(event.key) || (event.target as Element).closest('input,textarea,dialog')) return;
    event.preventDefault();
    onBack();
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const [begin, end] = [touch.current, changedTouches[0]];
    if (begin && end && isSwipeBack(end.screenX - begin.x, end.screenY - begin.y)) onBack();
  };
  return (
    // Keys and a finger are for who wants back to the text; there is a button too.
    // oxlint-disable-next-line no-noninteractive-element-interactions
    <section
      ref={page}
      aria-labelledby="sample-end"
      data-sample-end=""
      onKeyDown={onKeyDown}
      onTouchStart={({ touches }) => {
        const begin = touches[0];
        touch.current = begin ? { x: begin.screenX, y: begin.screenY } : null;
      }}
      onTouchEnd={onTouchEnd}
      className="absolute inset-x-0 top-14 bottom-10 z-10 overflow-y-auto bg-(--rd-bg) px-2.5 py-7 md:py-12"
    >
      <div className="mx-auto grid max-w-[640px] gap-4">
        {children}
        <p className="text-center">
          <Button variant="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
            {t.back}
          </Button>
        </p>
      </div>
    </section>
  );
}

const wideOnPhones = `${buttonClass({ variant: 'primary', size: 'large' })} md:justify-self-start`;

/** A pocket in the theme's ink, open above. */
function Pocket({ children }: { readonly children: ReactNode }) {
  return (
    <div className="rounded-b-[14px] border border-t-0 border-(--rd-line) bg-(--rd-chrome) px-5 pb-6 md:px-7">
      <div aria-hidden="true" className="seam-x -mx-2 mt-2.5 [--seam:var(--rd-text)]" />
      <div className="grid gap-4 pt-5">{children}</div>
    </div>
  );
}

interface HeadProps {
  readonly part: PublicPart | null;
  readonly seed: string;
  readonly over?: string;
  readonly title: string;
  readonly text: string | null;
  /** Names the page. */
  readonly isTitle?: boolean;
}

/** Cover, title, and what is said of it. */
function Head({ part, seed, over, title, text, isTitle = false }: HeadProps) {
  const look = 'text-[1.375rem] leading-[1.2] font-[560] text-balance outline-none focus-visible:shadow-none';
  return (
    <div className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-4">
      <Cover picture={part?.image ?? null} alt="" sizes="64px" seed={seed} />
      <div>
        {over && <p className="text-xs text-(--rd-muted)">{over}</p>}
        {isTitle ? (
          <h2 id="sample-end" tabIndex={-1} className={look}>
            {title}
          </h2>
        ) : (
          <h3 className={look}>{title}</h3>
        )}
        {text && <p className="figures mt-1 text-sm text-(--rd-muted)">{text}</p>}
      </div>
    </div>
  );
}

interface EndProps {
  readonly session: ReadingSession;
  readonly book: KnownBook;
}

/** 'Hasta aquí llega el comienzo' */
function BeginningEnd({ session, sample, tools, book }: EndProps & Pick<SampleEndProps, 'sample' | 'tools'>) {
  const { partId } = session.book;
  const { highlights } = useStore(tools.notes);
  const { list: bookmarks } = useStore(tools.bookmarks);
  const part = partOf(book, partId);
  const readingTimeLeft =
    sample.charactersLeft > 0
      ? bookTexts.readingTime(readingMinutes(sample.charactersLeft)).replaceAll(' ', '\u00A0')
      : null;
  const isFree = part?.value === 0;
  return (
    <Pocket>
      <Head
        part={part}
        seed={partId}
        title={t.title}
        text={t.read(formatPercent(Math.floor(sample.end)), readingTimeLeft)}
        isTitle
      />
      <p>{t.marks((highlights?.length ?? 0) + bookmarks.length, isFree)}</p>
      <WayOn book={book} part={part} />
      <p className="text-xs text-(--rd-muted)">{t.kept}</p>
    </Pocket>
  );
}

const partOf = (book: KnownBook, partId: string): PublicPart | null =>
  typeof book === 'string' ? null : (book.parts.find(({ id }) => id === partId) ?? null);

/** Price and button of a part, or what is to be known while there is none. */
function WayOn({ book, part }: { readonly book: KnownBook; readonly part: PublicPart | null }) {
  const now = useNow();
  const isClosed = useSite()?.seller.sales_open === false;
  if (typeof book === 'string') {
    if (book === 'unknown') return null;
    return <p className="text-sm">{book === 'away' ? t.noLine : t.gone}</p>;
  }
  if (!part) return <p className="text-sm">{t.gone}</p>;
  const price = partPricing(part, now);
  if (!price.released || !part.ebook) {
    return (
      <>
        {!price.released && <p className="figures text-sm">{t.comesOut(formatDate(part.release_date))}</p>}
        <FollowButton book={book} name={part.name} />
      </>
    );
  }
  if (isClosed && price.final > 0) return <p className="text-sm">{t.salesClosed}</p>;
  return (
    <>
      {price.final > 0 && (
        <Price
          amount={formatPrice(price.final)}
          currency={bookTexts.currency}
          {...(price.savings > 0 ? { before: formatPrice(price.value) } : {})}
        />
      )}
      <Link to={purchaseAddress(part.book_id, part.id, account.isRefreshTokenValid())} className={wideOnPhones}>
        {price.final > 0 ? t.buy : t.get}
      </Link>
    </>
  );
}

/** 'Fin' of a part that is open whole, and the part that comes next. */
function WholeEnd({ session, book }: EndProps) {
  const { partId, partName, bookId } = session.book;
  const parts = typeof book === 'string' ? [] : book.parts;
  const next = parts[parts.findIndex(({ id }) => id === partId) + 1] ?? null;
  const hasNext = next !== null && parts.some(({ id }) => id === partId);
  return (
    <>
      <div className="text-center">
        <h2
          id="sample-end"
          tabIndex={-1}
          className="font-serif text-[2rem] leading-tight italic outline-none focus-visible:shadow-none"
        >
          {t.end}
        </h2>
        <p className="text-sm text-(--rd-muted)">{partName}</p>
      </div>
      <Pocket>
        {hasNext ? (
          <>
            <Head part={next} seed={next.id} over={t.next} title={next.name} text={null} />
            {next.sample !== 'none' && (
              <SampleLink
                bookId={bookId}
                part={next}
                variant="primary"
                size="large"
                withIcon
                className="md:justify-self-start"
              />
            )}
            {next.sample === 'none' && <WayOn book={book} part={next} />}
          </>
        ) : (
          <Link to={`/book-detail/${bookId}`} className={wideOnPhones}>
            {t.seeBook}
          </Link>
        )}
        <p className="text-xs text-(--rd-muted)">{t.kept}</p>
      </Pocket>
    </>
  );
}
