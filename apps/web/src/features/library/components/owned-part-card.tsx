import type { UserBookPart } from '@cuentos/contract/library';
import { Calendar } from 'lucide-react';
import { formatDate, formatLongDate } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { StateLine } from '../../../ui/state-line.tsx';
import { libraryTexts as t } from '../texts.ts';
import { DeviceState } from './device-state.tsx';
import { ReadingButton } from './reading-button.tsx';
import { ReadingProgress } from './reading-progress.tsx';

interface OwnedPartCardProps {
  readonly part: UserBookPart;
  readonly onDevice: boolean;
  readonly now: number;
}

/** A part in 'Mis Libros': a pocket with its cover, how far one is, and 'Leer ahora'. */
export function OwnedPartCard({ part, onDevice, now }: OwnedPartCardProps) {
  const released = Date.parse(part.release_date) <= now && part.edition_id !== null;
  return (
    <article className="pocket-card">
      <div className="pocket-cover">
        <Cover
          picture={part.image}
          alt={t.cover(part.book_part_name)}
          sizes="(width >= 1024px) 240px, (width >= 768px) 28vw, 112px"
          seed={part.book_part_id}
          title={part.book_name}
        />
      </div>
      <div className="pocket-tray">
        <p className="text-xs text-ink-3">{part.book_name}</p>
        <h3 className="text-[1.0625rem] leading-[1.375rem] tracking-[-0.005em]">{part.book_part_name}</h3>
        {released || onDevice ? (
          <DeviceState partId={part.book_part_id} onDevice={onDevice} size={part.edition_size} />
        ) : (
          <StateLine icon={<Calendar aria-hidden="true" />}>{t.availableOn(formatDate(part.release_date))}</StateLine>
        )}
        <p className="text-xs text-balance text-ink-3">{t.ownedSince(formatLongDate(part.acquired_at))}</p>
        <div className="mt-auto grid gap-3.5 pt-2">
          <ReadingProgress percent={part.percentage} name={part.book_part_name} />
          {released || onDevice ? (
            <ReadingButton bookId={part.book_id} partId={part.book_part_id} partName={part.book_part_name} full />
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
