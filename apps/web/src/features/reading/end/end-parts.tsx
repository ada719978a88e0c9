import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type TouchEvent, useEffect, useRef } from 'react';
import { session as account } from '../../../lib/api/session.ts';
import { useNow } from '../../../lib/clock.ts';
import { formatDate, formatPrice } from '../../../lib/formats.ts';
import { purchaseAddress } from '../../../lib/login-address.ts';
import { useSite } from '../../../lib/page-data.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Link } from '../../../ui/navigation.tsx';
import { Cover } from '../../../ui/pictures/cover.tsx';
import { Price } from '../../../ui/price.tsx';
import { type PartPricing, partPricing } from '../../books/part-pricing.ts';
import { SampleLink } from '../../books/sample-link.tsx';
import { bookTexts } from '../../books/texts.ts';
import { FollowButton } from '../../follows/follow-button.tsx';
import type { KnownBook } from './known-book.ts';
import type { ReadingSession } from '../reading-session.ts';
import { sampleTexts as t } from '../sample/texts.ts';

const backKeys: ReadonlySet<string> = new Set(['PageUp', 'Backspace']);

/** Whether a finger swiped: more than 40 px across, and far more across than along. */
const isSwipe = (dx: number, dy: number): boolean => dx > 40 && Math.abs(dy) < dx / 2;

interface EndPageProps {
  readonly session: ReadingSession;
  readonly children: ReactNode;
}

/** A page in the theme's colours after the last one; keys and a swipe lead back to the text. */
export function EndPage({ session, children }: EndPageProps) {
  const onBack = () => session.turn('prev');
  const { isRightToLeft } = session;
  const page = useRef<HTMLElement>(null);
  const touch = useRef<{ readonly x: number; readonly y: number } | null>(null);
  useEffect(() => page.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const isBack = event.key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft') || backKeys.has(event.key);
    if (!isBack || (event.target as Element).closest('input,textarea,dialog')) return;
    event.preventDefault();
    onBack();
  };
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const [begin, end] = [touch.current, changedTouches[0]];
    if (!begin || !end) return;
    const way = isRightToLeft ? begin.x - end.screenX : end.screenX - begin.x;
    if (isSwipe(way, end.screenY - begin.y)) onBack();
  };
  return (
    // Keys and a swipe are shortcuts back to the text; there is a button too.
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

export const wideOnPhones = `${buttonClass({ variant: 'primary', size: 'large' })} md:justify-self-start`;

/** A pocket in the theme's ink, open above. */
export function Pocket({ children }: { readonly children: ReactNode }) {
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

/** Cover, title, and a text about the part. */
export function Head({ part, seed, over, title, text, isTitle = false }: HeadProps) {
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

/** 'Fin' and the name of the part. */
export function Fin({ partName }: { readonly partName: string }) {
  return (
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
  );
}

/** Price and button of a part, or its date while it has none. */
export function WayOn({ book, part }: { readonly book: KnownBook; readonly part: PublicPart | null }) {
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

/** Its sample or the whole part, its price, and the purchase. */
export function NextPart({ book, part }: { readonly book: PublicBook; readonly part: PublicPart }) {
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

/** Price of the part, or that it is free, for use beside other words. */
export const priceWords = ({ final }: PartPricing): string =>
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
