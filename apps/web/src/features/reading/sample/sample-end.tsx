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
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Link } from '../../../ui/navigation.tsx';
import { Cover } from '../../../ui/pictures/cover.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { Price } from '../../../ui/price.tsx';
import { SaveByEmail } from '../../auth/save-by-email.tsx';
import { fetchBook } from '../../books/fetch-books.ts';
import { type PartPricing, partPricing } from '../../books/part-pricing.ts';
import { SampleLink } from '../../books/sample-link.tsx';
import { bookTexts } from '../../books/texts.ts';
import { FollowButton } from '../../follows/follow-button.tsx';
import { keepCodeOfAddress } from '../../orders/purchase/typed-code.ts';
import { PocketButton } from '../../pocket/pocket-button.tsx';
import { pocketTexts } from '../../pocket/texts.ts';
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
  useEffect(() => keepCodeOfAddress(location.search), []);
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
      className="absolute inset-x-0 top-14 bottom-10 z-10 overflow-y-auto bg-(--rd-bg) px-2.5 py-4 md:py-9"
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
    <div className="flex flex-wrap items-center gap-4">
      <div className="w-16 shrink-0">
        <Cover picture={part?.image ?? null} alt="" sizes="64px" seed={seed} />
      </div>
      <div className="min-w-0 flex-[1_1_10rem]">
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
      {typeof book !== 'string' && part && <Save book={book} part={part} />}
      {typeof book !== 'string' && <NextLine book={book} partId={partId} />}
      <p className="text-xs text-(--rd-muted)">{t.kept}</p>
    </Pocket>
  );
}

interface SaveProps {
  readonly book: PublicBook;
  readonly part: PublicPart;
}

/**
 * Keeps what was read beyond this device: one field for who has no account, a press for who has one. What is free goes to
 * the library, what is sold into the pocket; what cannot be had yet is followed instead.
 */
function Save({ book, part }: SaveProps) {
  const now = useNow();
  const isClosed = useSite()?.seller.sales_open === false;
  const price = partPricing(part, now);
  const isFree = price.final === 0;
  if (!price.released || !part.ebook || (isClosed && !isFree)) return null;
  if (account.isRefreshTokenValid()) {
    if (!isFree) return <PocketButton part={part} bookName={book.name} price={price.final} />;
    return (
      <Link to={purchaseAddress(part.book_id, part.id, true)} className={`${buttonClass()} md:justify-self-start`}>
        {t.saveOwn}
      </Link>
    );
  }
  const query = new URLSearchParams({ part: part.id, ...(isFree ? {} : { next: '/pocket' }) });
  const putInPocket = async () => {
    const { addToPocket } = await import('../../pocket/pocket.ts');
    await addToPocket(part, book.name, price.final).catch(() => showToast('error', pocketTexts.full));
  };
  return (
    <div className="border-t border-(--rd-line) pt-4">
      <SaveByEmail label={t.save} bookId={book.id} query={query} {...(isFree ? {} : { onAsked: putInPocket })} />
    </div>
  );
}

/** The part after one; null after the last. */
function nextPart(book: PublicBook, partId: string): PublicPart | null {
  const at = book.parts.findIndex(({ id }) => id === partId);
  return at === -1 ? null : (book.parts[at + 1] ?? null);
}

/** What comes after a part that goes on, and what it costs. */
function NextLine({ book, partId }: { readonly book: PublicBook; readonly partId: string }) {
  const now = useNow();
  const next = nextPart(book, partId);
  if (next === null) return null;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-(--rd-line) pt-2 text-sm">
      <p className="figures min-w-0 flex-[1_1_9rem] [overflow-wrap:anywhere]">
        <span className="text-(--rd-muted)">{t.next}:</span> {next.name},{' '}
        <b className="font-semibold whitespace-nowrap">{priceWords(partPricing(next, now))}</b>
      </p>
      <SampleLink bookId={book.id} part={next} variant="quiet" />
    </div>
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
        {!price.released && <p className="figures text-sm">{comesOut(part, price)}</p>}
        <FollowButton book={book} name={part.name} />
      </>
    );
  }
  if (isClosed && price.final > 0) return <p className="text-sm">{t.salesClosed}</p>;
  return (
    <>
      {price.final > 0 && <PriceNow price={price} />}
      <Link to={purchaseAddress(part.book_id, part.id, account.isRefreshTokenValid())} className={wideOnPhones}>
        {price.final > 0 ? t.buy : t.get}
      </Link>
    </>
  );
}

/** 'Fin' of a part that is open whole: keeping it, and the part that comes next with its beginning and its price. */
function WholeEnd({ session, book }: EndProps) {
  const { partId, partName, bookId } = session.book;
  const part = partOf(book, partId);
  const next = typeof book === 'string' ? null : nextPart(book, partId);
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
        {typeof book !== 'string' && next ? (
          <NextPart book={book} part={next} />
        ) : (
          <Link to={`/book-detail/${bookId}`} className={wideOnPhones}>
            {t.seeBook}
          </Link>
        )}
        {typeof book !== 'string' && part && <Save book={book} part={part} />}
        <p className="text-xs text-(--rd-muted)">{t.kept}</p>
      </Pocket>
    </>
  );
}

/** Its beginning, or all of it, its price, and buying it. */
function NextPart({ book, part }: SaveProps) {
  const now = useNow();
  const isClosed = useSite()?.seller.sales_open === false;
  const price = partPricing(part, now);
  const head = (
    <Head
      part={part}
      seed={part.id}
      over={t.next}
      title={part.name}
      text={price.released || part.sample === 'none' ? null : comesOut(part, price)}
    />
  );
  if (part.sample === 'none') {
    return (
      <>
        {head}
        <WayOn book={book} part={part} />
      </>
    );
  }
  const isForSale = price.released && part.ebook && !isClosed && price.final > 0;
  return (
    <>
      {head}
      {isForSale && <PriceNow price={price} />}
      <div className="flex flex-wrap gap-2 *:flex-auto md:*:flex-none">
        <SampleLink bookId={book.id} part={part} variant="primary" size="large" withIcon />
        {isForSale && (
          <Link
            to={purchaseAddress(part.book_id, part.id, account.isRefreshTokenValid())}
            aria-label={t.buyNext(part.name)}
            className={buttonClass({ size: 'large' })}
          >
            {t.buyNow}
          </Link>
        )}
      </div>
    </>
  );
}

/** Beside other words: what the part costs, or that it is free. */
const priceWords = ({ final }: PartPricing): string =>
  final === 0 ? t.free : `${formatPrice(final)} ${bookTexts.currency}`;

const comesOut = (part: PublicPart, price: PartPricing): string =>
  t.comesOut(formatDate(part.release_date), priceWords(price));

const PriceNow = ({ price }: { readonly price: PartPricing }) => (
  <Price
    amount={formatPrice(price.final)}
    currency={bookTexts.currency}
    {...(price.savings > 0 ? { before: formatPrice(price.value) } : {})}
  />
);
