import type { ReactNode } from 'react';
import { CutThreadDrawing, EmptyPocketDrawing } from '../../../ui/drawings.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { libraryTexts as t } from '../texts.ts';

interface DiscoverBooksProps {
  readonly online: boolean;
  readonly loading: boolean;
  readonly empty: boolean;
  /** The shelf. */
  readonly children: ReactNode;
}

/** Tab 'Descubrir Libros'. */
export function DiscoverBooks({ online, loading, empty, children }: DiscoverBooksProps) {
  if (!online) return <EmptyState drawing={<CutThreadDrawing />} title={t.offlineTitle} text={t.offlineText} />;
  return (
    <section className="mt-8">
      <h2 className="type-2 mb-7">{t.discoverTitle}</h2>
      {loading && <ShelfSkeleton />}
      {!loading && empty && <EmptyState drawing={<EmptyPocketDrawing />} text={t.noMore} />}
      {!loading && !empty && children}
    </section>
  );
}

function ShelfSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="grid grid-cols-[104px_1fr] content-start gap-4 md:grid-cols-1">
          <div className="skeleton aspect-2/3" />
          <div className="grid content-start gap-2">
            <div className="skeleton h-5" />
            <div className="skeleton h-4 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  );
}
