import type { EarlyAccessItem, Library, UserBookPart } from '@cuentos/contract/library';
import { author } from '../../../lib/author.ts';
import { useNow } from '../../../lib/clock.ts';
import { formatLongDate } from '../../../lib/formats.ts';
import type { LastRead } from '../../../offline/last-read.ts';
import { usePartsOnDevice } from '../../../offline/use-parts-on-device.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyPocketDrawing, TornSeamDrawing } from '../../../ui/drawings.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PocketSkeleton } from '../../../ui/pocket-skeleton.tsx';
import { canBeRead } from '../can-be-read.ts';
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

/** Tab 'Mis Libros'. */
export function MyBooks({ library, lastRead, failed, onRetry, onDiscover }: MyBooksProps) {
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
  return <OwnBooks library={library} lastRead={lastRead} onDiscover={onDiscover} />;
}

type OwnBooksProps = Pick<MyBooksProps, 'lastRead' | 'onDiscover'> & { readonly library: Library };

function OwnBooks({ library, lastRead, onDiscover }: OwnBooksProps) {
  const onDevice = usePartsOnDevice();
  const now = useNow();
  const { user_book_parts: parts, early_access: reviews } = library;
  const current = continueWith(parts, lastRead);
  const featured = current ?? onlyOne(parts, (part) => canBeRead(part, now) || onDevice.has(part.book_part_id));
  const rest = parts.filter((part) => part.id !== featured?.id);
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
      {featured && (
        <ContinueReading
          part={featured}
          onDevice={onDevice.has(featured.book_part_id)}
          caption={current ? t.whereYouLeft : t.ownedSince(formatLongDate(featured.acquired_at))}
        />
      )}
      {rest.length > 0 && <OwnParts parts={rest} onDevice={onDevice} now={now} />}
      {reviews.length > 0 && <Reviews items={reviews} onDevice={onDevice} />}
    </>
  );
}

/** The part of a library that has no other, when it can be read. */
function onlyOne(parts: readonly UserBookPart[], isReadable: (part: UserBookPart) => boolean): UserBookPart | null {
  const [only] = parts;
  return only && parts.length === 1 && isReadable(only) ? only : null;
}

/** So few that they lie, half a row each. */
const areFew = (count: number) => count <= 2;

function gridFor(count: number): string {
  if (areFew(count)) return 'grid gap-x-4 gap-y-6 lg:grid-cols-2 lg:gap-x-6';
  // One alone in the last row looks like a mistake.
  const five = count > 4 && count % 4 === 1;
  return five ? `${grid} xl:grid-cols-5` : grid;
}

interface OwnPartsProps {
  readonly parts: readonly UserBookPart[];
  readonly onDevice: ReadonlySet<string>;
  readonly now: number;
}

function OwnParts({ parts, onDevice, now }: OwnPartsProps) {
  return (
    <>
      <h2 className="sr-only">{t.tabs.myBooks}</h2>
      <div className={`${gridFor(parts.length)} mt-10`}>
        {parts.map((part) => (
          <OwnedPartCard
            key={part.id}
            part={part}
            now={now}
            onDevice={onDevice.has(part.book_part_id)}
            lying={areFew(parts.length)}
          />
        ))}
      </div>
    </>
  );
}

interface ReviewsProps {
  readonly items: readonly EarlyAccessItem[];
  readonly onDevice: ReadonlySet<string>;
}

function Reviews({ items, onDevice }: ReviewsProps) {
  return (
    <section className="mt-16">
      <h2 className="type-2">{t.review}</h2>
      <p className="mt-1.5 max-w-[40em] text-ink-2">{t.reviewText(author.name.split(' ')[0] ?? author.name)}</p>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        {items.map((item) => (
          <ReviewCard key={item.book_part_id} item={item} onDevice={onDevice.has(item.book_part_id)} />
        ))}
      </div>
    </section>
  );
}
