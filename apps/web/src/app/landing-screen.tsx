import { lazy, Suspense } from 'react';
import { Shelf } from '../features/catalog/components/shelf.tsx';
import { FeaturedBook } from '../features/catalog/components/featured-book.tsx';
import { cheapestPrice } from '../features/catalog/cheapest-price.ts';
import { newestFirst } from '../features/catalog/newest-first.ts';
import { useStoreName } from '../lib/store-name.ts';
import { ContactBand } from '../features/storefront/components/contact-band.tsx';
import { FloatingStart } from '../features/storefront/components/floating-start.tsx';
import { Hero } from '../features/storefront/components/hero.tsx';
import { ShelfSection } from '../features/storefront/components/shelf-section.tsx';
import { storefrontTexts as t } from '../features/storefront/texts.ts';
import { author } from '../lib/author.ts';
import { useNow } from '../lib/clock.ts';
import { formatPrice } from '../lib/formats.ts';
import { ServerMarkup } from '../ui/server-markup.tsx';
import { PageMeta } from './page-meta.tsx';
import { PublicFrame } from './public-frame.tsx';
import { useBooks } from './use-books.ts';

const HERO_COVERS = 5;

// The server draws these at once (`import.meta.env.SSR` is a constant of each build); a browser that opens the page keeps
// their markup, and loads their scripts only when it comes here from another screen.
const ReasonsAndSteps = import.meta.env.SSR
  ? (await import('../features/storefront/components/reasons-and-steps.tsx')).ReasonsAndSteps
  : lazy(async () => ({
      default: (await import('../features/storefront/components/reasons-and-steps.tsx')).ReasonsAndSteps,
    }));
const AuthorAndFaq = import.meta.env.SSR
  ? (await import('../features/storefront/components/author-and-faq.tsx')).AuthorAndFaq
  : lazy(async () => ({
      default: (await import('../features/storefront/components/author-and-faq.tsx')).AuthorAndFaq,
    }));

/** Landing page. */
export function LandingScreen() {
  const store = useStoreName();
  const now = useNow();
  const loaded = useBooks();
  const books = newestFirst(loaded ?? []);
  const [featured, ...shelf] = books;
  const price = formatPrice(cheapestPrice(books, now));
  // The featured book stands large below; with enough others, they fill the pocket.
  const covers = shelf.length >= HERO_COVERS ? shelf.slice(0, HERO_COVERS) : books;
  return (
    <PublicFrame>
      <PageMeta
        title={t.metaTitle(store)}
        description={t.metaDescription(author.name)}
        path="/"
        image={books[0]?.image?.src}
      />
      <Hero covers={covers} price={price} />
      <ServerMarkup id="razones">
        <Suspense>
          <ReasonsAndSteps price={price} />
        </Suspense>
      </ServerMarkup>
      <ShelfSection
        loading={loaded === null}
        featured={featured && <FeaturedBook book={featured} href={`/book-detail/${featured.id}`} />}
        shelf={shelf.length > 0 && <Shelf books={shelf} hrefOf={(book) => `/book-detail/${book.id}`} />}
      />
      <ServerMarkup id="prosa">
        <Suspense>
          <AuthorAndFaq />
        </Suspense>
      </ServerMarkup>
      <ContactBand />
      <FloatingStart heroId="inicio" />
    </PublicFrame>
  );
}
