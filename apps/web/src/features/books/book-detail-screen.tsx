import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import type { SiteFacts } from '@cuentos/contract/ssr';
import { readingMinutes } from '@cuentos/domain/books/reading-time';
import { sharePicturePath } from '@cuentos/domain/books/share-picture';
import { Calendar, CircleCheck, Clock, Download, Gift, Hourglass, Lock, ShoppingBag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useHasSession } from '../../lib/api/session.ts';
import { useNow } from '../../lib/clock.ts';
import { formatPercent } from '../../lib/format-percent.ts';
import { formatDate, formatNumber, formatPrice } from '../../lib/formats.ts';
import { ALL_PARTS, purchaseAddress } from '../../lib/login-address.ts';
import { useSite, useStoreName } from '../../lib/page-data.ts';
import { useIsServerDrawn } from '../../lib/server-drawn.ts';
import { useScreenData } from '../../lib/screen-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Cover } from '../../ui/pictures/cover.tsx';
import { Price } from '../../ui/price.tsx';
import { StateLine } from '../../ui/state-line.tsx';
import { FollowButton } from '../follows/follow-button.tsx';
import { PocketButton } from '../pocket/pocket-button.tsx';
import { PublicFrame } from '../site/page-frames.tsx';
import { PageMeta } from '../site/public-meta.tsx';
import { FragmentButton, ShareButton } from './book-actions.tsx';
import { BookAccessibility } from './book-accessibility.tsx';
import { BookAtAGlanceLine } from './book-at-a-glance.tsx';
import { bookJsonLd } from './book-json-ld.ts';
import { BookFacts } from './book-introduction.tsx';
import { BookSlider } from './book-slider.tsx';
import { bookCompletion, CompleteBook } from './complete-book.tsx';
import { NextStepBar, type ReadableParts, readableAmong, ReadPartLink, useOwnParts } from './next-step.tsx';
import { partPricing, type PartPricing } from './part-pricing.ts';
import { SampleLink, samplePart } from './sample-link.tsx';
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
  const now = useNow();
  const hasSession = useHasSession();
  return (
    <>
      <PageMeta
        title={t.metaTitle(book.name, store)}
        description={summary(book.description)}
        path={`/book-detail/${book.id}`}
        image={{ path: sharePicturePath(book), alt: t.cover(book.name) }}
        type="book"
      />
      <BookJsonLd book={book} now={now} />
      <PublicBookPage
        book={book}
        now={now}
        addressOf={(partId, isGift) => purchaseAddress(book.id, partId, hasSession, isGift)}
        slider={<BookSlider book={book} sizes="(width >= 1024px) 380px, 50vw" eager />}
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
  /** Where buying leads. @param partId of one part, or of all that are missing */
  readonly addressOf: (partId: string, isGift?: boolean) => string;
}

/** Everything about a book, and its parts to buy. */
function PublicBookPage({ book, now, slider, addressOf }: PublicBookPageProps) {
  const own = useOwnParts(book.id);
  const readable = readableAmong(own);
  const partAction = (part: PublicPart) => ({
    book,
    part,
    now,
    owned: readable.has(part.id),
    awaited: own.some(({ id, unfinished_order: order }) => id === part.id && order?.state === 'pending'),
    buyAt: addressOf(part.id),
    giveAt: addressOf(part.id, true),
  });
  return (
    <div className="wrap">
      <p className="pt-3">
        <BackLink to="/">{t.backToStart}</BackLink>
      </p>
      <div className="grid grid-cols-1 gap-8 pt-4 pb-16 lg:grid-cols-[380px_minmax(0,1fr)] lg:items-start lg:gap-20 lg:pt-6 lg:pb-24">
        <div className="mx-auto w-1/2 min-w-[196px] max-w-[320px] lg:sticky lg:top-24 lg:w-full lg:max-w-none">
          {slider}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <AboutBook book={book} now={now} readable={readable} />
          <section className="mt-6" aria-labelledby="parts-title">
            <h2 id="parts-title" className="type-2 mb-4">
              {t.parts}
            </h2>
            {book.parts.length === 0 ? (
              <BookInPreparation book={book} />
            ) : (
              <>
                <CompleteBook completion={bookCompletion(book, own, now)} to={addressOf(ALL_PARTS)} />
                <ul className="border-t border-line">
                  {book.parts.map((part) => (
                    <PublicPartRow key={part.id} {...partAction(part)} />
                  ))}
                </ul>
              </>
            )}
            {book.parts.length > 0 && (
              <p className="mt-6 flex items-start gap-3.5 text-sm leading-[1.45] text-balance text-ink-2 [&>svg]:size-5 [&>svg]:shrink-0">
                <Lock aria-hidden="true" />
                {t.payment}
              </p>
            )}
          </section>
        </div>
      </div>
      <NextStepBar
        book={book}
        readable={readable}
        now={now}
        renderAction={(part) => <PartAction {...partAction(part)} />}
      />
    </div>
  );
}

interface AboutBookProps extends Pick<PublicBookPageProps, 'book' | 'now'> {
  readonly readable: ReadableParts;
}

/** Title, author, what it costs, how it begins, what it tells. */
function AboutBook({ book, now, readable }: AboutBookProps) {
  const passage = book.highlights[0]?.passage;
  return (
    <>
      <div>
        <div className="flex flex-wrap items-start justify-between gap-4">
          <h1 className="type-3 max-w-[16em] min-w-0 flex-1 basis-48">{book.name}</h1>
          <ShareButton book={book} look="lined" />
        </div>
        <AuthorLink />
        <BookAtAGlanceLine book={book} now={now} look="page" />
        <BookSample book={book} readable={readable} />
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
      <BookFacts book={book} downloads={book.parts.length > 0} />
      <BookAccessibility book={book} />
    </>
  );
}

/** The link to its beginning, which every visitor may read. */
function BookSample({ book, readable }: Pick<AboutBookProps, 'book' | 'readable'>) {
  const part = samplePart(book, readable);
  if (!part) return null;
  return (
    <div className="mt-5 lg:max-w-[26rem]">
      <SampleLink bookId={book.id} part={part} size="large" full withIcon />
      <p className="mt-2 text-xs text-ink-3">{t.sampleNote}</p>
    </div>
  );
}

/** Who wrote it: leads to what the shop says of her. */
function AuthorLink() {
  const author = useSite()?.shop.author_name;
  if (!author) return null;
  return (
    <p>
      <Link
        to="/#autora"
        className="inline-flex min-h-11 items-center font-serif text-lg italic underline-offset-4 hover:underline"
      >
        {author}
      </Link>
    </p>
  );
}

/** Stands where the parts will be, with what a reader can do until then. */
function BookInPreparation({ book }: { readonly book: PublicBook }) {
  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-4">
      <Badge tone="info">
        <Hourglass aria-hidden="true" />
        {t.inPreparation}
      </Badge>
      <p className="text-ink-2">{t.noParts}</p>
      <div className="w-full md:max-w-[280px]">
        <FollowButton book={book} name={book.name} />
      </div>
    </div>
  );
}

interface PublicPartRowProps {
  readonly book: Pick<PublicBook, 'id' | 'name'>;
  readonly part: PublicPart;
  readonly now: number;
  /** The person may read it already. */
  readonly owned?: boolean;
  /** A payment of it is under way. */
  readonly isAwaited?: boolean;
  /** Where it is bought: a link, which the browser follows while the page has no script yet. */
  readonly buyAt: string;
  /** The same as a gift. */
  readonly giveAt?: string;
}

/** A part in the public list: cover, state and price, button. */
export function PublicPartRow(props: PublicPartRowProps) {
  const { part, now } = props;
  const price = partPricing(part, now);
  return (
    <li className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-4.5 border-b border-line py-5.5 md:grid-cols-[92px_minmax(0,1fr)_220px] md:items-center md:gap-x-7">
      <Cover picture={part.image} alt={t.cover(part.name)} sizes="92px" seed={part.id} />
      <div className="grid content-start gap-1.5">
        <h3 className="text-[1.1875rem] leading-[1.3]">{part.name}</h3>
        <Availability part={part} price={price} />
        {part.ebook && part.characters !== null && (
          <p className="text-xs text-ink-3">{t.readingTime(readingMinutes(part.characters))}</p>
        )}
        <p className="figures text-xs text-ink-3">
          {t.downloadCount(formatNumber(part.download_count), part.download_count === 1)}
        </p>
        <PartPrice price={price} until={part.presale_end_date} />
      </div>
      <div className="col-span-full mt-4 md:col-auto md:mt-0">
        <PartAction {...props} />
        {!props.owned && <SampleLink bookId={props.book.id} part={part} variant="quiet" full className="mt-1.5" />}
        {!props.owned && !props.isAwaited && price.released && part.ebook && price.final > 0 && (
          <PocketButton part={part} bookName={props.book.name} price={price.final} />
        )}
        <GiveLink {...props} price={price} />
      </div>
    </li>
  );
}

/** 'Regalar', of what is owned too. */
function GiveLink({ part, price, giveAt }: PublicPartRowProps & { readonly price: PartPricing }) {
  const isClosed = useSite()?.seller.sales_open === false;
  if (giveAt === undefined || isClosed || !price.released || !part.ebook || price.final === 0) return null;
  return (
    <Link to={giveAt} aria-label={t.givePart(part.name)} className={buttonClass({ variant: 'quiet', full: true })}>
      <Gift aria-hidden="true" />
      {t.give}
    </Link>
  );
}

/** The one thing that a person does with a part. */
function PartAction({ book, part, now, owned = false, buyAt }: PublicPartRowProps) {
  const price = partPricing(part, now);
  if (owned) return <ReadPartLink bookId={book.id} part={part} />;
  if (!price.released || !part.ebook) return <FollowButton book={book} name={part.name} />;
  return <BuyLink part={part} price={price} to={buyAt} />;
}

function Availability({ part, price }: { readonly part: PublicPart; readonly price: PartPricing }) {
  if (!price.released) {
    return (
      <StateLine icon={<Calendar aria-hidden="true" />}>{t.unavailableUntil(formatDate(part.release_date))}</StateLine>
    );
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
  const sentence = useSite()?.shop.presale_sentence;
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
      {reduced && sentence && <p className="text-xs text-ink-2">{sentence}</p>}
    </>
  );
}

interface BuyLinkProps {
  readonly part: PublicPart;
  readonly price: PartPricing;
  readonly to: string;
}

function BuyLink({ part, price, to }: BuyLinkProps) {
  const isClosed = useSite()?.seller.sales_open === false;
  const free = price.final === 0;
  if (!free && isClosed) {
    return (
      <Button full disabled aria-label={`${t.salesClosed}: ${part.name}`}>
        {t.salesClosed}
      </Button>
    );
  }
  const label = free ? t.free : t.buy;
  return (
    <Link to={to} aria-label={`${label} ${part.name}`} className={buttonClass({ variant: 'primary', full: true })}>
      {free ? <Download aria-hidden="true" /> : <ShoppingBag aria-hidden="true" />}
      {label}
    </Link>
  );
}

/**
 * What search engines read of the server's page. The browser keeps what stands there as it is: it makes no script, since
 * React makes one out of text, which a page with Trusted Types refuses.
 */
function BookJsonLd({ book, now }: { readonly book: PublicBook; readonly now: number }) {
  const site = useSite();
  const isServerDrawn = useIsServerDrawn();
  const [html] = useState(() => (site && isServerDrawn ? { __html: jsonLdMarkup(book, site, now) } : null));
  return html && <script type="application/ld+json" dangerouslySetInnerHTML={html} />;
}

function jsonLdMarkup(book: PublicBook, { origin, shop, seller }: SiteFacts, now: number): string {
  const { seller_name: sellerName, sales_open: salesOpen } = seller;
  const json = bookJsonLd(book, { origin, author: shop.author_name, seller: sellerName, salesOpen, now });
  // A name may hold the end of a script or the beginning of a comment.
  return JSON.stringify(json).replaceAll('<', '\\u003c');
}
