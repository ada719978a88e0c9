import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { Calendar, CircleCheck, Clock, Download, Lock, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { session } from '../../lib/api/session.ts';
import { useNow } from '../../lib/clock.ts';
import { formatPercent } from '../../lib/format-percent.ts';
import { formatDate, formatNumber, formatPrice } from '../../lib/formats.ts';
import { useSite, useStoreName } from '../../lib/page-data.ts';
import { useScreenData } from '../../lib/screen-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { useNavigation } from '../../ui/navigation.tsx';
import { Cover } from '../../ui/pictures/cover.tsx';
import { Price } from '../../ui/price.tsx';
import { StateLine } from '../../ui/state-line.tsx';
import { PublicFrame } from '../site/page-frames.tsx';
import { PageMeta } from '../site/page-meta.tsx';
import { FragmentButton, ShareButton } from './book-actions.tsx';
import { BookFacts } from './book-introduction.tsx';
import { BookSlider } from './book-slider.tsx';
import { partPricing, type PartPricing } from './part-pricing.ts';
import { bookTexts as t } from './texts.ts';

/** What is loaded for the public book page. */
export interface WithBook {
  readonly book: PublicBook;
}

const DESCRIPTION_MAX = 180;

/** Public book detail. */
export function BookDetailScreen() {
  const { book } = useScreenData() as WithBook;
  return (
    <PublicFrame>
      <LoadedBook book={book} />
    </PublicFrame>
  );
}

function LoadedBook({ book }: { readonly book: PublicBook }) {
  const store = useStoreName();
  const { go } = useNavigation();
  const now = useNow();
  /** Buy click. */
  const buy = () => go(session.isRefreshTokenValid() ? `/user-library/${book.id}` : `/register/${book.id}`);
  return (
    <>
      <PageMeta
        title={t.metaTitle(book.name, store)}
        description={summary(book.description)}
        path={`/book-detail/${book.id}`}
        image={book.image?.src}
        type="book"
      />
      <BookJsonLd book={book} now={now} />
      <PublicBookPage
        book={book}
        now={now}
        onBuy={buy}
        slider={<BookSlider book={book} sizes="(width >= 1024px) 380px, 68vw" eager />}
      />
    </>
  );
}

function summary(text: string): string {
  if (text.length <= DESCRIPTION_MAX) return text;
  return `${text.slice(0, DESCRIPTION_MAX).replace(/\s+\S*$/, '')}…`;
}

interface PublicBookPageProps {
  readonly book: PublicBook;
  readonly now: number;
  readonly slider: ReactNode;
  readonly onBuy: () => void;
}

/** Everything about a book, and its parts to buy. */
function PublicBookPage({ book, now, slider, onBuy }: PublicBookPageProps) {
  const passage = book.highlights[0]?.passage;
  return (
    <div className="wrap">
      <p className="pt-3">
        <BackLink to="/">{t.backToStart}</BackLink>
      </p>
      <div className="grid grid-cols-1 gap-8 pt-4 pb-16 lg:grid-cols-[380px_minmax(0,1fr)] lg:items-start lg:gap-20 lg:pt-6 lg:pb-24">
        <div className="mx-auto w-[68%] max-w-[320px] lg:sticky lg:top-24 lg:w-full lg:max-w-none">{slider}</div>
        <div className="grid grid-cols-1 gap-6">
          <div className="flex items-start justify-between gap-4">
            <h1 className="type-3 max-w-[16em] min-w-0">{book.name}</h1>
            <ShareButton book={book} look="lined" />
          </div>
          {book.description && (
            <p className="max-w-[40em] text-[1.0625rem] whitespace-pre-line text-ink-2">{book.description}</p>
          )}
          {passage && (
            <blockquote className="quote relative max-w-[26em] pl-5 text-[1.375rem] leading-[1.45]">
              <span
                aria-hidden="true"
                className="seam-y absolute top-[0.3em] bottom-[0.3em] left-0 [--seam:var(--cb-accent)]"
              />
              {t.quote(passage)}
            </blockquote>
          )}
          <div className="empty:hidden">
            <FragmentButton name={book.name} fragment={book.fragment} look="full" />
          </div>
          <BookFacts book={book} downloads />
          <section className="mt-6" aria-labelledby="parts-title">
            <h2 id="parts-title" className="type-2 mb-4">
              {t.parts}
            </h2>
            {book.parts.length === 0 ? (
              <p className="border-t border-line pt-4 text-ink-2">{t.noParts}</p>
            ) : (
              <ul className="border-t border-line">
                {book.parts.map((part) => (
                  <PublicPartRow key={part.id} part={part} now={now} onBuy={onBuy} />
                ))}
              </ul>
            )}
            <p className="mt-6 flex items-start gap-3.5 text-sm leading-[1.45] text-balance text-ink-2 [&>svg]:size-5 [&>svg]:shrink-0">
              <Lock aria-hidden="true" />
              {t.payment}
            </p>
          </section>
        </div>
      </div>
    </div>
  );
}

interface PublicPartRowProps {
  readonly part: PublicPart;
  readonly now: number;
  /** Buy click. */
  readonly onBuy: () => void;
}

/** A part in the public list: cover, state and price, button. */
export function PublicPartRow({ part, now, onBuy }: PublicPartRowProps) {
  const price = partPricing(part, now);
  return (
    <li className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-4.5 border-b border-line py-5.5 md:grid-cols-[92px_minmax(0,1fr)_220px] md:items-center md:gap-x-7">
      <Cover picture={part.image} alt={t.cover(part.name)} sizes="92px" seed={part.id} />
      <div className="grid content-start gap-1.5">
        <h3 className="text-[1.1875rem] leading-[1.3]">{part.name}</h3>
        <Availability part={part} price={price} />
        <p className="figures text-xs text-ink-3">
          {t.downloadCount(formatNumber(part.download_count), part.download_count === 1)}
        </p>
        <PartPrice price={price} until={part.presale_end_date} />
      </div>
      <div className="col-span-full mt-4 md:col-auto md:mt-0">
        <BuyButton part={part} price={price} onBuy={onBuy} />
      </div>
    </li>
  );
}

function Availability({ part, price }: { readonly part: PublicPart; readonly price: PartPricing }) {
  if (!price.released) {
    return <StateLine icon={<Calendar aria-hidden="true" />}>{t.availableOn(formatDate(part.release_date))}</StateLine>;
  }
  // Released without a file: not to be had yet.
  if (!part.ebook) return <StateLine icon={<Clock aria-hidden="true" />}>{t.unavailable}</StateLine>;
  return (
    <StateLine tone="ok" icon={<CircleCheck aria-hidden="true" />}>
      {t.available}
    </StateLine>
  );
}

function PartPrice({ price, until }: { readonly price: PartPricing; readonly until: string | null }) {
  const reduced = price.savings > 0;
  return (
    <>
      <Price
        amount={price.final === 0 ? '0' : formatPrice(price.final)}
        currency={t.currency}
        {...(reduced
          ? { before: formatPrice(price.value), badge: t.discount(formatPercent(price.discountPercentage)) }
          : {})}
      />
      {reduced && until && (
        <p className="figures text-xs font-semibold text-spot-ink">
          {t.savingsUntil(formatNumber(price.savings), formatDate(until))}
        </p>
      )}
    </>
  );
}

function BuyButton({
  part,
  price,
  onBuy,
}: {
  readonly part: PublicPart;
  readonly price: PartPricing;
  readonly onBuy: () => void;
}) {
  if (!price.released || !part.ebook) {
    return (
      <Button full disabled aria-label={`${t.unavailable}: ${part.name}`}>
        {t.unavailable}
      </Button>
    );
  }
  const free = price.final === 0;
  const label = free ? t.free : t.buy;
  return (
    <Button
      variant="primary"
      full
      icon={free ? <Download aria-hidden="true" /> : <ShoppingBag aria-hidden="true" />}
      aria-label={`${label} ${part.name}`}
      onClick={onBuy}
    >
      {label}
    </Button>
  );
}

/** The book for search engines: schema.org's Book with an offer per part that can be bought now. */
function BookJsonLd({ book, now }: { readonly book: PublicBook; readonly now: number }) {
  const origin = useSite()?.origin;
  if (!origin) return null;
  const url = `${origin}/book-detail/${book.id}`;
  const offers = book.parts
    .map((part) => ({ part, price: partPricing(part, now) }))
    .filter(({ part, price }) => price.released && part.ebook)
    .map(({ part, price }) => ({
      '@type': 'Offer',
      name: part.name,
      price: price.final,
      priceCurrency: 'CLP',
      availability: 'https://schema.org/InStock',
      url,
    }));
  const json = {
    '@context': 'https://schema.org',
    '@type': 'Book',
    name: book.name,
    description: book.description,
    bookFormat: 'https://schema.org/EBook',
    inLanguage: 'es',
    ...(book.genre ? { genre: book.genre } : {}),
    ...(book.pages > 0 ? { numberOfPages: book.pages } : {}),
    url,
    ...(book.image ? { image: new URL(book.image.src, origin).href } : {}),
    ...(offers.length > 0 ? { offers } : {}),
  };
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(json).replaceAll('<', '\\u003c') }}
    />
  );
}
