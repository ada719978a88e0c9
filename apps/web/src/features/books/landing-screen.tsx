import type { PublicBook } from '@cuentos/contract/books';
import { sharePicturePath } from '@cuentos/domain/books/share-picture';
import { useNow } from '../../lib/clock.ts';
import { formatNumber, formatPrice } from '../../lib/formats.ts';
import { useSite, useStoreName, useWordFacts } from '../../lib/page-data.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { BookListSection } from '../site/landing/book-list-section.tsx';
import { ContactBand } from '../site/landing/contact-band.tsx';
import { FloatingStart, Hero } from '../site/landing/hero.tsx';
import { AuthorAndFaq, ReasonsAndSteps } from '../site/landing/prose.tsx';
import { PublicFrame } from '../site/page-frames.tsx';
import { PageMeta } from '../site/public-meta.tsx';
import { fillWords, withoutMarks } from '@cuentos/domain/shop/words';
import { useBooks, useShop } from '../site/route-books.ts';
import { siteTexts as t } from '../site/texts.ts';
import { FragmentButton, ShareButton } from './book-actions.tsx';
import { BookAtAGlanceLine } from './book-at-a-glance.tsx';
import { BookList } from './book-list.tsx';
import { SampleLink } from './sample-link.tsx';
import { samplePart } from './sample-part.ts';
import { BookSlider } from './book-slider.tsx';
import { cheapestPrice } from './part-pricing.ts';
import { bookTexts } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';

const HERO_COVERS = 5;

/** Landing page. */
export function LandingScreen() {
  const store = useStoreName();
  const now = useNow();
  const loadedBooks = useBooks();
  const books = loadedBooks ?? [];
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
      <div className="relative">
        <FloatingStart />
        {/* On a phone the books come before reasons and steps. On a desktop, where they stand below, they are not seen
            until what stands above has arrived, which would push them down. */}
        <div className="flex flex-col lg:[&:not(:has(+_*))>:first-child]:invisible">
          <BookListSection
            isLoading={loadedBooks === null}
            featured={featured && <FeaturedBook book={featured} href={`/book-detail/${featured.id}`} />}
            shelf={shelf.length > 0 && <BookList books={shelf} hrefOf={(book) => `/book-detail/${book.id}`} samples />}
          />
          <div id="razones" className="lg:order-first">
            <ReasonsAndSteps words={words} facts={facts} />
          </div>
        </div>
        <div id="prosa">
          <AuthorAndFaq identity={identity} words={words} facts={facts} />
        </div>
        <ContactBand words={words} facts={facts} />
      </div>
    </PublicFrame>
  );
}

/** Time of the last change of any book; empty without books. */
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
          <FragmentButton book={book} look="quiet" />
          <ShareButton book={book} />
        </div>
      </div>
    </article>
  );
}
