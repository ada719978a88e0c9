import { Button } from '../../../ui/button.tsx';
import { TornSeamDrawing } from '../../../ui/drawings.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PocketSkeleton } from '../../../ui/pocket-skeleton.tsx';
import { libraryTexts as t } from '../texts.ts';

/** Load failure of a book's page. */
export function BookFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <EmptyState
      drawing={<TornSeamDrawing />}
      title={t.bookFailed}
      isPage
      text={t.bookFailedText}
      action={
        <Button variant="primary" onClick={onRetry}>
          {t.retry}
        </Button>
      }
    />
  );
}

/** Shape of the page while its contents come. */
export function BookSkeleton() {
  return (
    <div aria-busy="true" className="pb-12">
      <div aria-hidden="true" className="grid gap-8 pt-4 pb-10 lg:grid-cols-[380px_minmax(0,1fr)] lg:gap-20 lg:pt-6">
        <div className="skeleton mx-auto aspect-2/3 w-[68%] max-w-[320px] lg:w-full lg:max-w-none" />
        <div className="grid content-start gap-4">
          <div className="skeleton h-11 w-3/4" />
          <div className="skeleton h-20 w-1/2" />
          <div className="skeleton h-24" />
        </div>
      </div>
      <div className="grid gap-6 md:grid-cols-3 lg:grid-cols-4">
        <PocketSkeleton />
        <PocketSkeleton />
      </div>
    </div>
  );
}
