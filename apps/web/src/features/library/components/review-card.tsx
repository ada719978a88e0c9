import type { EarlyAccessItem } from '@cuentos/contract/library';
import { Hourglass } from 'lucide-react';
import { formatDate } from '../../../lib/formats.ts';
import { Cover } from '../../../ui/cover.tsx';
import { StateLine } from '../../../ui/state-line.tsx';
import { libraryTexts as t } from '../texts.ts';
import { ReadHere, useOutOfReach } from './read-here.tsx';
import { ReadingProgress } from './reading-progress.tsx';

/** A reading for review: the lying pocket. */
export function ReviewCard({ item, onDevice }: { readonly item: EarlyAccessItem; readonly onDevice: boolean }) {
  const outOfReach = useOutOfReach(onDevice);
  return (
    <article className="pocket-lying">
      <div className={`relative z-1 py-3.5 ${outOfReach ? 'cover-away' : ''}`}>
        <Cover
          picture={item.book_part_image}
          alt={t.cover(item.book_part_name)}
          sizes="150px"
          seed={item.book_part_id}
          title={item.book_name}
        />
      </div>
      <div className="pocket-lying-tray">
        <p className="text-xs text-ink-3">{item.book_name}</p>
        <h3 className="text-[1.0625rem] leading-[1.375rem] tracking-[-0.005em]">{item.book_part_name}</h3>
        <StateLine icon={<Hourglass aria-hidden="true" />}>
          {item.expires_at ? t.reviewUntil(formatDate(item.expires_at)) : t.reviewOpen}
        </StateLine>
        <div className="mt-auto grid gap-3.5 pt-2 md:justify-items-start">
          <div className="w-full max-w-[280px]">
            <ReadingProgress percent={item.percentage} name={item.book_part_name} />
          </div>
          <ReadHere
            bookId={item.book_id}
            partId={item.book_part_id}
            partName={item.book_part_name}
            onDevice={onDevice}
          />
        </div>
      </div>
    </article>
  );
}
