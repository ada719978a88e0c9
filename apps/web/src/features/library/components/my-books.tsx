import type { EarlyAccessItem, Library } from '@cuentos/contract/library';
import { author } from '../../../lib/author.ts';
import { useNow } from '../../../lib/clock.ts';
import type { LastRead } from '../../../offline/last-read.ts';
import { usePartsOnDevice } from '../../../offline/use-parts-on-device.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyPocketDrawing, TornSeamDrawing } from '../../../ui/drawings.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PocketSkeleton } from '../../../ui/pocket-skeleton.tsx';
import { continueWith } from '../continue-with.ts';
import { libraryTexts as t } from '../texts.ts';
import { ContinueReading } from './continue-reading.tsx';
import { OwnedPartCard } from './owned-part-card.tsx';
import { ReviewCard } from './review-card.tsx';

interface MyBooksProps {
  readonly library: Library | undefined;
  /** Null while the device knows no better than the list. */
  readonly lastRead: LastRead | null;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly onDiscover: () => void;
}

const grid = 'grid gap-x-4 gap-y-6 md:grid-cols-3 md:gap-x-6 md:gap-y-8 lg:grid-cols-4';

/** Tab 'Mis Libros' (spec §2, user library). */
export function MyBooks({ library, lastRead, failed, onRetry, onDiscover }: MyBooksProps) {
  const onDevice = usePartsOnDevice();
  const now = useNow();
  if (!library && failed) {
    return (
      <EmptyState
        drawing={<TornSeamDrawing />}
        text={t.loadFailed}
        action={<Button onClick={onRetry}>{t.retry}</Button>}
      />
    );
  }
  if (!library) {
    return (
      <div className={`${grid} mt-10`} aria-busy="true">
        {Array.from({ length: 4 }, (_, index) => (
          <PocketSkeleton key={index} />
        ))}
      </div>
    );
  }
  const { user_book_parts: parts, early_access: reviews } = library;
  const current = continueWith(parts, lastRead);
  const rest = parts.filter((part) => part.id !== current?.id);
  // One alone in the last row looks like a mistake.
  const five = rest.length > 4 && rest.length % 4 === 1;
  return (
    <>
      {parts.length === 0 && (
        <EmptyState
          drawing={<EmptyPocketDrawing />}
          text={t.empty}
          action={
            <Button variant="primary" onClick={onDiscover}>
              {t.seeAvailable}
            </Button>
          }
        />
      )}
      {current && <ContinueReading part={current} onDevice={onDevice.has(current.book_part_id)} />}
      {rest.length > 0 && (
        <>
          <h2 className="sr-only">{t.tabs.myBooks}</h2>
          <div className={`${grid} ${five ? 'xl:grid-cols-5' : ''} mt-10`}>
            {rest.map((part) => (
              <OwnedPartCard key={part.id} part={part} now={now} onDevice={onDevice.has(part.book_part_id)} />
            ))}
          </div>
        </>
      )}
      {reviews.length > 0 && <Reviews items={reviews} />}
    </>
  );
}

function Reviews({ items }: { readonly items: readonly EarlyAccessItem[] }) {
  return (
    <section className="mt-16">
      <h2 className="type-2">{t.review}</h2>
      <p className="mt-1.5 max-w-[40em] text-ink-2">{t.reviewText(author.name.split(' ')[0] ?? author.name)}</p>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        {items.map((item) => (
          <ReviewCard key={item.book_part_id} item={item} />
        ))}
      </div>
    </section>
  );
}
