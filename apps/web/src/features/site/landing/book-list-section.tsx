import type { ReactNode } from 'react';
import { siteTexts as t } from '../texts.ts';
import { ComingSoon } from './coming-soon.tsx';

interface BookListSectionProps {
  readonly isLoading: boolean;
  readonly featured: ReactNode;
  readonly shelf: ReactNode;
}

/** The books: newest large, the rest on a shelf; 'Próximamente' when there are none. */
export function BookListSection({ isLoading, featured, shelf }: BookListSectionProps) {
  return (
    <section id="libros" className="wrap block-space" aria-busy={isLoading || undefined}>
      <h2 className="type-3 mb-9 lg:mb-12">{t.booksTitle}</h2>
      {featured ?? (isLoading ? <FeaturedSkeleton /> : <ComingSoon />)}
      {shelf && <div className="mt-12 lg:mt-20">{shelf}</div>}
    </section>
  );
}

function FeaturedSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-7 lg:grid-cols-[360px_minmax(0,1fr)] lg:items-center lg:gap-20">
      <div className="skeleton mx-auto aspect-2/3 w-[74%] max-w-[300px] lg:w-full lg:max-w-none" />
      <div className="grid gap-4">
        <div className="skeleton h-10 w-3/4" />
        <div className="skeleton h-5 w-1/3" />
        <div className="skeleton h-24" />
        <div className="skeleton h-13 w-36" />
      </div>
    </div>
  );
}
