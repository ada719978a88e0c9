import type { UserBookPart } from '@cuentos/contract/library';
import { Calendar } from 'lucide-react';
import { formatDate, formatLongDate } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { StateLine } from '../../../ui/state-line.tsx';
import { canBeRead } from '../can-be-read.ts';
import { libraryTexts as t } from '../texts.ts';
import { DeviceState } from './device-state.tsx';
import { ReadHere, useOutOfReach } from './read-here.tsx';
import { ReadingProgress } from './reading-progress.tsx';

interface OwnedPartCardProps {
  readonly part: UserBookPart;
  readonly onDevice: boolean;
  readonly now: number;
  /** It lies on a desktop too: one or two of them standing look lost in a row for four. */
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
  cover: 'relative z-1 py-3.5',
  tray: 'pocket-lying-tray',
  sizes: '(width >= 768px) 150px, 112px',
  foot: 'mt-auto grid max-w-[280px] gap-3.5 pt-2 max-md:max-w-none',
};

/** A part in 'Mis Libros': a pocket with its cover, how far one is, and 'Leer ahora'. */
export function OwnedPartCard({ part, onDevice, now, lying }: OwnedPartCardProps) {
  const readable = canBeRead(part, now) || onDevice;
  const outOfReach = useOutOfReach(onDevice);
  const look = lying ? flat : standing;
  return (
    <article className={look.card}>
      <div className={`${look.cover} ${outOfReach && readable ? 'cover-away' : ''}`}>
        <Cover
          picture={part.image}
          alt={t.cover(part.book_part_name)}
          sizes={look.sizes}
          seed={part.book_part_id}
          title={part.book_name}
        />
      </div>
      <div className={look.tray}>
        <p className="text-xs text-ink-3">{part.book_name}</p>
        <h3 className="text-[1.0625rem] leading-[1.375rem] tracking-[-0.005em]">{part.book_part_name}</h3>
        {readable ? (
          <DeviceState partId={part.book_part_id} onDevice={onDevice} size={part.edition_size} />
        ) : (
          <StateLine icon={<Calendar aria-hidden="true" />}>{t.availableOn(formatDate(part.release_date))}</StateLine>
        )}
        <p className="text-xs text-balance text-ink-3">{t.ownedSince(formatLongDate(part.acquired_at))}</p>
        <div className={look.foot}>
          <ReadingProgress percent={part.percentage} name={part.book_part_name} />
          {readable ? (
            <ReadHere
              bookId={part.book_id}
              partId={part.book_part_id}
              partName={part.book_part_name}
              onDevice={onDevice}
              full
            />
          ) : (
            <Button full disabled>
              {t.soon}
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}
