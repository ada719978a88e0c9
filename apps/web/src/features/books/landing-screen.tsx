import type { PublicBook } from '@cuentos/contract/books';
import { sharePicturePath } from '@cuentos/domain/books/share-picture';
import { lazy, type ReactNode, Suspense } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatNumber, formatPrice } from '../../lib/formats.ts';
import { useSite, useStoreName, useWordFacts } from '../../lib/page-data.ts';
import { useIsServerDrawn } from '../../lib/server-drawn.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BookListSection } from '../site/landing/book-list-section.tsx';
import { ContactBand } from '../site/landing/contact-band.tsx';
import { FloatingStart, Hero } from '../site/landing/hero.tsx';
import { PublicFrame } from '../site/page-frames.tsx';
import { PageMeta } from '../site/public-meta.tsx';
import { fillWords, withoutMarks } from '@cuentos/domain/shop/words';
import { useBooks, useShop } from '../site/route-books.ts';
import { siteTexts as t } from '../site/texts.ts';
import { FragmentButton, ShareButton } from './book-actions.tsx';
import { BookAtAGlanceLine } from './book-at-a-glance.tsx';
import { BookList } from './book-list.tsx';
import { SampleLink, samplePart } from './sample-link.tsx';
import { BookSlider } from './book-slider.tsx';
import { cheapestPrice } from './part-pricing.ts';
import { bookTexts } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';

const HERO_COVERS = 5;

// The server draws these at once (`import.meta.env.SSR` is a constant of each build); a browser that opens the page keeps
// their markup, and loads their scripts only when it comes here from another screen.
const ReasonsAndSteps = import.meta.env.SSR
  ? (await import('../site/landing/prose.tsx')).ReasonsAndSteps
  : lazy(async () => ({
      default: (await import('../site/landing/prose.tsx')).ReasonsAndSteps,
    }));
const AuthorAndFaq = import.meta.env.SSR
  ? (await import('../site/landing/prose.tsx')).AuthorAndFaq
  : lazy(async () => ({
      default: (await import('../site/landing/prose.tsx')).AuthorAndFaq,
    }));

/** Landing page. */
export function LandingScreen() {
  const store = useStoreName();
  const now = useNow();
  const loaded = useBooks();
  const books = loaded ?? [];
  const [featured, ...shelf] = books;
  const least = useSite()?.leastAmount ?? 0;
  const price = formatPrice(cheapestPrice(books, now, least));
  const { identity, words } = useShop();
  const facts = { ...useWordFacts(), from: price };
  // The featured book stands large below; with enough others, they fill the pocket.
  const covers = shelf.length >= HERO_COVERS ? shelf.slice(0, HERO_COVERS) : books;
  return (
    <PublicFrame>
      <PageMeta
        title={t.metaTitle(withoutMarks(fillWords(words.hero_title, facts)), store)}
        description={fillWords(t.metaDescription, facts)}
        path="/"
        image={{ path: sharePicturePath(null, lastUpdate(books)), alt: store }}
      />
      <Hero covers={covers} words={words} facts={facts} />
      <ServerMarkup id="razones">
        <Suspense>
          <ReasonsAndSteps words={words} facts={facts} />
        </Suspense>
      </ServerMarkup>
      <BookListSection
        loading={loaded === null}
        featured={featured && <FeaturedBook book={featured} href={`/book-detail/${featured.id}`} />}
        shelf={shelf.length > 0 && <BookList books={shelf} hrefOf={(book) => `/book-detail/${book.id}`} samples />}
      />
      <ServerMarkup id="prosa">
        <Suspense>
          <AuthorAndFaq identity={identity} words={words} facts={facts} />
        </Suspense>
      </ServerMarkup>
      <ContactBand words={words} facts={facts} />
      <FloatingStart heroId="inicio" />
    </PublicFrame>
  );
}

/** When any book changed last; empty without books. */
const lastUpdate = (books: readonly PublicBook[]): string =>
  books
    .map((book) => book.updated_at)
    .toSorted()
    .at(-1) ?? '';

/** The newest book, large, with its first quote. */
function FeaturedBook({ book, href }: { readonly book: PublicBook; readonly href: string }) {
  const now = useNow();
  const passage = book.highlights[0]?.passage;
  const sample = samplePart(book);
  return (
    <article className="grid gap-7 lg:grid-cols-[360px_minmax(0,1fr)] lg:items-center lg:gap-20">
      <div className="mx-auto w-[74%] max-w-[300px] lg:w-full lg:max-w-none">
        <BookSlider book={book} sizes="(width >= 1024px) 360px, 300px" />
      </div>
      <div>
        <h3 className="type-3">{book.name}</h3>
        <p className="figures mt-2.5 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-3">
          {book.location && <span>{book.location}</span>}
          <span>
            {book.pages > 0 && `${bookTexts.pageCount(formatNumber(book.pages))}, `}
            {bookTexts.partCount(book.parts.length)}
          </span>
        </p>
        <BookAtAGlanceLine book={book} now={now} look="featured" />
        {passage && (
          <blockquote className="quote mt-6 max-w-[26em] text-[clamp(1.1875rem,1.05rem+0.6vw,1.5rem)] leading-[1.45]">
            {bookTexts.quote(passage)}
          </blockquote>
        )}
        <p className="mt-5 line-clamp-5 max-w-[36em] text-ink-2">{book.description}</p>
        <div className="mt-7 flex flex-wrap items-center gap-2">
          <Link
            to={href}
            aria-label={bookTexts.seeBookOf(book.name)}
            className={`${buttonClass({ variant: 'primary', size: 'large' })} max-md:px-4.5!`}
          >
            {bookTexts.seeBook}
          </Link>
          {sample && <SampleLink bookId={book.id} part={sample} size="large" withIcon className="max-md:px-4.5!" />}
          <FragmentButton name={book.name} fragment={book.fragment} look="quiet" />
          <ShareButton book={book} />
        </div>
      </div>
    </article>
  );
}

interface ServerMarkupProps {
  readonly id: string;
  /** What the server renders, and the browser when it comes to this page later on. */
  readonly children: ReactNode;
}

/**
 * A part that only reads and that the server has already drawn: the browser keeps that markup as it is, instead of
 * loading a script to draw it again. Its links must be plain ones.
 */
function ServerMarkup({ id, children }: ServerMarkupProps) {
  const isDrawn = useIsServerDrawn();
  // React leaves alone what stands in an element whose markup it is given, and takes over without setting it.
  if (isDrawn && !import.meta.env.SSR)
    return <div id={id} dangerouslySetInnerHTML={emptyMarkup} suppressHydrationWarning />;
  return <div id={id}>{children}</div>;
}

const emptyMarkup = { __html: '' };
