import type { PublicPart } from '@cuentos/contract/books';
import { Calendar, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/formats.ts';
import { StateLine } from '../../ui/state-line.tsx';
import { partPricing, type PartPricing } from './part-pricing.ts';
import { PartPrice, PartRow } from './part-row.tsx';
import { isOffered } from './sample-part.ts';
import { bookTexts as t } from './texts.ts';

interface PublicPartRowProps {
  readonly part: PublicPart;
  readonly now: number;
  /** Buttons of the part. */
  readonly actions: ReactNode;
}

/** A part in the public list. */
export function PublicPartRow({ part, now, actions }: PublicPartRowProps) {
  const price = partPricing(part, now);
  return (
    <PartRow
      part={part}
      state={<Availability part={part} price={price} />}
      terms={
        <PartPrice
          price={price}
          until={part.presale_end_date}
          freeLabel={part.sample === 'whole' && price.released && part.ebook ? t.free : undefined}
        />
      }
      actions={<div className={hasSecondLine(part, price) ? 'min-h-23' : ''}>{actions}</div>}
    />
  );
}

/** Whether a visitor's buttons take two lines: the row of an owned part is made as high. */
const hasSecondLine = (part: PublicPart, { final, released }: PartPricing): boolean =>
  isOffered(part) || (released && part.ebook && final > 0);

function Availability({ part, price }: { readonly part: PublicPart; readonly price: PartPricing }) {
  if (!price.released) {
    return (
      <StateLine icon={<Calendar aria-hidden="true" />}>{t.unavailableUntil(formatDate(part.release_date))}</StateLine>
    );
  }
  // Released without a file: not available yet.
  if (!part.ebook) return <StateLine icon={<Clock aria-hidden="true" />}>{t.unavailable}</StateLine>;
  return (
    <StateLine tone="ok" icon={<CircleCheck aria-hidden="true" />}>
      {t.available}
    </StateLine>
  );
}
