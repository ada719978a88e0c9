import type { Picture } from '@cuentos/contract/books';
import type { PendingPart, EarlyAccessItem, Library, UserBookPart } from '@cuentos/contract/library';
import { isReleased } from '@cuentos/domain/books/part-availability';
import { Calendar, Hourglass, WifiOff } from 'lucide-react';
import { Link } from 'react-router';
import { useOnline } from '../../device/connection.ts';
import { useNow } from '../../lib/clock.ts';
import { formatDate, formatLongDate } from '../../lib/formats.ts';
import { useWordFacts } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { Cover } from '../../ui/pictures/cover.tsx';
import { CutThreadDrawing, EmptyPocketDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { enlarges } from '../../ui/pictures/run-enlarging.ts';
import { OfflineLine, StateLine } from '../../ui/state-line.tsx';
import { SoonButton } from '../books/next-step.tsx';
import { RecalledState } from './part-card.tsx';
import { CardSkeleton } from './card-skeleton.tsx';
import { DeviceState } from './device-state.tsx';
import { withFinished } from './finished/finished-parts.ts';
import { useFinishedHere } from './finished/use-finished-here.ts';
import type { LastRead } from './last-read-here.ts';
import { ReadHere, useOutOfReach } from './reading-button.tsx';
import { continueWith, ReadingProgress } from './reading-progress.tsx';
import { libraryTexts as t } from './texts.ts';
import { usePartsOnDevice } from './use-downloads.ts';
import { Waiting } from '../../ui/waiting.tsx';

interface OwnedPartCardProps {
  readonly part: UserBookPart;
  readonly onDevice: boolean;
  readonly now: number;
  /** A card is horizontal on a desktop too: one or two vertical ones look lost in a row for four. */
  readonly lying: boolean;
}

const standing = {
  card: 'pocket-card',
  cover: 'pocket-cover',
  tray: 'pocket-tray',
  sizes: '(width >= 1024px) 240px, (width >= 768px) 28vw, 112px',
  foot: 'mt-auto grid gap-3.5 pt-2',
};
const flat = {
  card: 'pocket-lying',
  cover: 'pocket-lying-cover',
  tray: 'pocket-lying-tray',
  sizes: '(width >= 768px) 150px, 112px',
  foot: 'mt-auto grid max-w-[280px] gap-3.5 pt-2 max-md:max-w-none',
};

interface PartPictureProps {
  readonly picture: Picture | null;
  readonly name: string;
  readonly book: string;
  readonly seed: string;
  readonly sizes: string;
  readonly eager?: boolean;
}

/** The part's own picture; a click enlarges it. */
function PartPicture({ picture, name, book, seed, sizes, eager }: PartPictureProps) {
  return (
    <button type="button" aria-label={t.enlarge(name)} className="block w-full" {...enlarges(t.cover(name), book)}>
      <Cover picture={picture} alt="" sizes={sizes} seed={seed} title={book} {...(eager ? { eager } : {})} />
    </button>
  );
}

/** A part in 'Mis Libros': a pocket with its cover, the progress, and 'Leer ahora'. */
function OwnedPartCard({ part, onDevice, now, lying }: OwnedPartCardProps) {
  const readable = canBeRead(part, now) || (onDevice && !part.is_recalled);
  const outOfReach = useOutOfReach(onDevice);
  const look = lying ? flat : standing;
  return (
    <article className={look.card}>
      <div className={`${look.cover} ${outOfReach && readable ? 'cover-away' : ''}`}>
        <PartPicture
          picture={part.image}
          name={part.book_part_name}
          book={part.book_name}
          seed={part.book_part_id}
          sizes={look.sizes}
        />
      </div>
      <div className={look.tray}>
        <BookLink bookId={part.book_id} name={part.book_name} />
        <h3 className="text-[1.0625rem] leading-[1.375rem] tracking-[-0.005em]">{part.book_part_name}</h3>
        {readable ? (
          <DeviceState partId={part.book_part_id} onDevice={onDevice} size={part.edition_size} />
        ) : part.is_recalled ? (
          <RecalledState />
        ) : (
          <StateLine icon={<Calendar aria-hidden="true" />}>{t.availableOn(formatDate(part.release_date))}</StateLine>
        )}
        {part.acquired_at && (
          <p className="text-xs text-balance text-ink-3">
            {t.acquired(formatLongDate(part.acquired_at), part.gift_from)}
          </p>
        )}
        <div className={look.foot}>
          <ReadingProgress percent={part.percentage} name={part.book_part_name} finish={part.finish} />
          {readable ? (
            <ReadHere
              bookId={part.book_id}
              partId={part.book_part_id}
              partName={part.book_part_name}
              onDevice={onDevice}
              full
            />
          ) : (
            !part.is_recalled && <SoonButton />
          )}
        </div>
      </div>
    </article>
  );
}

interface MyBooksProps {
  readonly library: Library | undefined;
  /** Null while the device knows no newer position than the list. */
  readonly lastRead: LastRead | null;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly onDiscover: () => void;
}

const grid = 'grid gap-x-4 gap-y-6 md:grid-cols-3 md:gap-x-6 md:gap-y-8 lg:grid-cols-4';

/** Tab 'Mis Libros'. */
export function MyBooks({ library, lastRead, failed, onRetry, onDiscover }: MyBooksProps) {
  const online = useOnline();
  if (!library && failed) {
    if (!online) return <EmptyState drawing={<CutThreadDrawing />} title={t.offlineTitle} text={t.libraryOnReturn} />;
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
      <Waiting className={`${grid} mt-10`}>
        {Array.from({ length: 4 }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </Waiting>
    );
  }
  return <OwnBooks library={library} lastRead={lastRead} onDiscover={onDiscover} />;
}

type OwnBooksProps = Pick<MyBooksProps, 'lastRead' | 'onDiscover'> & { readonly library: Library };

function OwnBooks({ library, lastRead, onDiscover }: OwnBooksProps) {
  const online = useOnline();
  const onDevice = usePartsOnDevice();
  const now = useNow();
  const here = useFinishedHere();
  const { user_book_parts: listed, early_access: listedReviews, awaited: pendingParts = [] } = library;
  const partId = (row: UserBookPart | EarlyAccessItem) => row.book_part_id;
  const parts = withFinished(listed, here, partId);
  const reviews = withFinished(listedReviews, here, partId);
  const current = continueWith(parts, lastRead);
  const featured = current ?? onlyOne(parts, (part) => canBeRead(part, now) || onDevice.has(part.book_part_id));
  const isWithinReach = (part: UserBookPart) => onDevice.has(part.book_part_id) || (online && canBeRead(part, now));
  const others = parts.filter((part) => part.id !== featured?.id);
  // Lists parts that can be read now first.
  const rest = others.toSorted((a, b) => Number(isWithinReach(b)) - Number(isWithinReach(a)));
  const downloadedParts = [...parts, ...reviews].filter((part) => onDevice.has(part.book_part_id));
  return (
    <>
      <OfflineLine online={online} text={t.readableHere(downloadedParts.length)} className="not-empty:mt-6" />
      {pendingParts.map((part) => (
        <PendingPartLine key={part.book_part_id} part={part} />
      ))}
      {parts.length === 0 && pendingParts.length === 0 && (
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
          caption={
            current
              ? t.whereYouLeft
              : featured.acquired_at && t.acquired(formatLongDate(featured.acquired_at), featured.gift_from)
          }
        />
      )}
      {rest.length > 0 && <OwnParts parts={rest} onDevice={onDevice} now={now} />}
      {reviews.length > 0 && <Reviews items={reviews} onDevice={onDevice} />}
    </>
  );
}

/** A pending purchase in the place of its book: explains the delay, and links to the payment. */
function PendingPartLine({ part }: { readonly part: PendingPart }) {
  return (
    <div className="mt-6 grid max-w-[640px] gap-1.5 bg-accent-soft p-4 text-sm">
      <p>
        <b className="font-semibold">{t.pendingLead}</b> {t.pending(part.book_part_name, part.book_name)}
      </p>
      <Link
        to={`/user-library/${part.book_id}`}
        className="link -mb-3 inline-flex min-h-11 items-center justify-self-start"
      >
        {t.pendingSee}
      </Link>
    </div>
  );
}

/** The part of a library with a single part, when it can be read. */
function onlyOne(parts: readonly UserBookPart[], isReadable: (part: UserBookPart) => boolean): UserBookPart | null {
  const [only] = parts;
  return only && parts.length === 1 && isReadable(only) ? only : null;
}

/** Whether there are so few cards that each takes half a row. */
const areFew = (count: number) => count <= 2;

function gridFor(count: number): string {
  return areFew(count) ? 'grid gap-x-4 gap-y-6 lg:grid-cols-2 lg:gap-x-6' : grid;
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
  const { authorName, storeName } = useWordFacts();
  const inviting = authorName.split(' ')[0] || storeName;
  return (
    <section className="mt-16">
      <h2 className="type-2">{t.review}</h2>
      <p className="mt-1.5 max-w-[40em] text-ink-2">{t.reviewText(inviting)}</p>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        {items.map((item) => (
          <ReviewCard key={item.book_part_id} item={item} onDevice={onDevice.has(item.book_part_id)} />
        ))}
      </div>
    </section>
  );
}

interface ContinueReadingProps {
  readonly part: UserBookPart;
  readonly onDevice: boolean;
  /** Why this part is shown large. */
  readonly caption: string;
}

/** The part read last, or the only one, large, with the only filled button of the tab. */
function ContinueReading({ part, onDevice, caption }: ContinueReadingProps) {
  return (
    <section className="flex flex-wrap gap-x-5 gap-y-4 border-b border-line py-7 last:border-b-0 md:items-center md:gap-x-10 md:pt-9 md:pb-11">
      <div className="w-[112px] md:w-[180px]">
        <PartPicture
          picture={part.image}
          name={part.book_part_name}
          book={part.book_name}
          seed={part.book_part_id}
          sizes="(width >= 768px) 180px, 112px"
          eager
        />
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm text-ink-3">{caption}</p>
        <h2 className="type-2 mt-1">
          <Link to={bookHref(part.book_id)} className="hover:underline">
            {part.book_name}
          </Link>
        </h2>
        <p className="mt-1 text-ink-2">{part.book_part_name}</p>
        <div className="mt-5 max-w-[420px]">
          <ReadingProgress percent={part.percentage} name={part.book_part_name} finish={part.finish} />
        </div>
        <div className="mt-5 flex max-w-[420px] gap-4 max-md:flex-col max-md:gap-2.5 md:items-center">
          <ReadHere
            bookId={part.book_id}
            partId={part.book_part_id}
            partName={part.book_part_name}
            variant="primary"
            size="large"
            onDevice={onDevice}
          />
          <div className="min-w-0 flex-1">
            <DeviceState partId={part.book_part_id} onDevice={onDevice} size={part.edition_size} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Card of a part with early access. */
function ReviewCard({ item, onDevice }: { readonly item: EarlyAccessItem; readonly onDevice: boolean }) {
  const outOfReach = useOutOfReach(onDevice);
  return (
    <article className="pocket-lying">
      <div className={`pocket-lying-cover ${outOfReach ? 'cover-away' : ''}`}>
        <PartPicture
          picture={item.book_part_image}
          name={item.book_part_name}
          book={item.book_name}
          seed={item.book_part_id}
          sizes="150px"
        />
      </div>
      <div className="pocket-lying-tray">
        <BookLink bookId={item.book_id} name={item.book_name} />
        <h3 className="text-[1.0625rem] leading-[1.375rem] tracking-[-0.005em]">{item.book_part_name}</h3>
        {item.is_recalled && <RecalledState />}
        <StateLine icon={<Hourglass aria-hidden="true" />}>
          {item.expires_at ? t.reviewUntil(formatDate(item.expires_at)) : t.reviewOpen}
        </StateLine>
        {outOfReach && <StateLine icon={<WifiOff aria-hidden="true" />}>{t.downloadsOnReturn}</StateLine>}
        <div className="mt-auto grid gap-3.5 pt-2 md:justify-items-start">
          <div className="w-full max-w-[280px]">
            <ReadingProgress percent={item.percentage} name={item.book_part_name} finish={item.finish} />
          </div>
          {!item.is_recalled && (
            <ReadHere
              bookId={item.book_id}
              partId={item.book_part_id}
              partName={item.book_part_name}
              onDevice={onDevice}
            />
          )}
        </div>
      </div>
    </article>
  );
}

const bookHref = (bookId: string) => `/user-library/${bookId}`;

/** The name of a part's book, with a link to its page. */
function BookLink({ bookId, name }: { readonly bookId: string; readonly name: string }) {
  return (
    <Link to={bookHref(bookId)} className="-my-3 inline-flex min-h-11 items-center text-xs text-ink-3 hover:underline">
      {name}
    </Link>
  );
}

/** Whether an owned part is released and has a file to download. */
function canBeRead({ release_date, edition_id }: UserBookPart, now: number): boolean {
  return isReleased({ releaseAt: Date.parse(release_date) }, now) && edition_id !== null;
}
