import { useQuery } from '@tanstack/react-query';
import { Shelf } from '../features/catalog/components/shelf.tsx';
import { FeaturedBook } from '../features/catalog/components/featured-book.tsx';
import { cheapestPrice } from '../features/catalog/cheapest-price.ts';
import { booksQuery } from '../features/catalog/data.ts';
import { newestFirst } from '../features/catalog/newest-first.ts';
import { AboutAuthor } from '../features/storefront/components/about-author.tsx';
import { useStoreName } from '../features/storefront/components/brand-link.tsx';
import { ContactBand } from '../features/storefront/components/contact-band.tsx';
import { Faq } from '../features/storefront/components/faq.tsx';
import { FloatingStart } from '../features/storefront/components/floating-start.tsx';
import { Hero } from '../features/storefront/components/hero.tsx';
import { HowItWorks } from '../features/storefront/components/how-it-works.tsx';
import { Reasons } from '../features/storefront/components/reasons.tsx';
import { ShelfSection } from '../features/storefront/components/shelf-section.tsx';
import { storefrontTexts as t } from '../features/storefront/texts.ts';
import { author } from '../lib/author.ts';
import { useAfter } from '../lib/use-after.ts';
import { useNow } from '../lib/clock.ts';
import { formatPrice } from '../lib/formats.ts';
import { PageMeta } from './page-meta.tsx';
import { PublicFrame } from './public-frame.tsx';

const HERO_COVERS = 5;
/** Spec §9, landing book load. */
const LOAD_DELAY_MS = 100;

/** Landing page, spec §2. */
export function LandingScreen() {
  const store = useStoreName();
  const now = useNow();
  const { data, isPending } = useQuery({ ...booksQuery, enabled: useAfter(LOAD_DELAY_MS) });
  // A load failure shows as an empty list (spec §8).
  const books = newestFirst(data ?? []);
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
      <Reasons price={price} />
      <HowItWorks />
      <ShelfSection
        loading={isPending}
        featured={featured && <FeaturedBook book={featured} href={`/book-detail/${featured.id}`} />}
        shelf={shelf.length > 0 && <Shelf books={shelf} hrefOf={(book) => `/book-detail/${book.id}`} />}
      />
      <AboutAuthor />
      <Faq />
      <ContactBand />
      <FloatingStart heroId="inicio" />
    </PublicFrame>
  );
}
