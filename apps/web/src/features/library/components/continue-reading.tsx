import type { UserBookPart } from '@cuentos/contract/library';
import { Cover } from '../../../ui/cover.tsx';
import { libraryTexts as t } from '../texts.ts';
import { DeviceState } from './device-state.tsx';
import { ReadHere } from './read-here.tsx';
import { ReadingProgress } from './reading-progress.tsx';

interface ContinueReadingProps {
  readonly part: UserBookPart;
  readonly onDevice: boolean;
  /** Why this part stands here. */
  readonly caption: string;
}

/** The part one was reading, or the only one there is, large: the only filled button of the tab. */
export function ContinueReading({ part, onDevice, caption }: ContinueReadingProps) {
  return (
    <section className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-5 border-b border-line py-7 last:border-b-0 md:grid-cols-[180px_minmax(0,1fr)] md:items-center md:gap-x-10 md:pt-9 md:pb-11">
      <Cover
        picture={part.image}
        alt={t.cover(part.book_part_name)}
        sizes="(width >= 768px) 180px, 112px"
        seed={part.book_part_id}
        title={part.book_name}
        eager
      />
      <div className="min-w-0">
        <p className="text-sm text-ink-3">{caption}</p>
        <h2 className="type-2 mt-1">{part.book_name}</h2>
        <p className="mt-1 text-ink-2">{part.book_part_name}</p>
        <div className="mt-5 max-w-[420px]">
          <ReadingProgress percent={part.percentage} name={part.book_part_name} />
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
