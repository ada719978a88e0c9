import type { PublicPart } from '@cuentos/contract/books';
import { readingMinutes } from '@cuentos/domain/books/reading-time';
import type { HTMLAttributes, ReactNode } from 'react';
import { formatPercent } from '../../lib/format-percent.ts';
import { formatDate, formatNumber, formatPrice } from '../../lib/formats.ts';
import { useSite } from '../../lib/page-data.ts';
import { Cover } from '../../ui/pictures/cover.tsx';
import { Price } from '../../ui/price.tsx';
import type { PartPricing } from './part-pricing.ts';
import { bookTexts as t } from './texts.ts';

interface PartRowProps extends Pick<HTMLAttributes<HTMLElement>, 'id' | 'onClick' | 'onPointerLeave'> {
  readonly part: PublicPart;
  /** Whether it cannot be had now, so that its cover is dimmed. */
  readonly isAway?: boolean;
  /** Whether the number of downloads is known. */
  readonly isCounted?: boolean;
  readonly onCover?: ReactNode;
  /** State of the part, and where its file is. */
  readonly state: ReactNode;
  /** Its price, or the date since when it is owned. */
  readonly terms: ReactNode;
  /** Buttons of the part. */
  readonly actions: ReactNode;
}

/** A part in its book's list: cover, state, length and price, and its actions. */
export function PartRow({
  part,
  isAway = false,
  isCounted = true,
  onCover,
  state,
  terms,
  actions,
  ...place
}: PartRowProps) {
  return (
    <li className="border-b border-line">
      <article
        {...place}
        className="group grid scroll-mt-20 grid-cols-[84px_minmax(0,1fr)] gap-x-4.5 py-5.5 md:grid-cols-[104px_minmax(0,1fr)_minmax(0,15rem)] md:items-center md:gap-x-7"
      >
        <div className="relative self-start">
          <div className={isAway ? 'cover-away' : ''}>
            <Cover
              picture={part.image}
              alt={t.cover(part.name)}
              sizes="(width >= 768px) 104px, 84px"
              seed={part.id}
              title={part.name}
            />
          </div>
          {onCover}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
          <h3 className="text-[1.1875rem] leading-[1.3] [overflow-wrap:anywhere]">{part.name}</h3>
          {state}
          <p className="figures flex flex-wrap gap-x-3 text-xs text-ink-3 empty:hidden">
            {part.ebook && part.characters !== null && <span>{t.readingTime(readingMinutes(part.characters))}</span>}
            {isCounted && <span>{t.downloadCount(formatNumber(part.download_count), part.download_count === 1)}</span>}
          </p>
          {terms}
        </div>
        <div className="col-span-full mt-4 md:col-auto md:mt-0">{actions}</div>
      </article>
    </li>
  );
}

interface PartPriceProps {
  readonly price: PartPricing;
  /** End of the presale. */
  readonly until: string | null;
  /** The discount is shown on the cover where there is room. */
  readonly isTagged?: boolean;
  /** Text that the part is free, where no button says so. */
  readonly freeLabel?: string | undefined;
  /** First words of an offer. */
  readonly offerLead?: ReactNode;
}

/** Price of a part: `0 CLP` when free; in a presale struck through and discounted, with saving and end. */
export function PartPrice({ price, until, isTagged = false, freeLabel, offerLead }: PartPriceProps) {
  const isReduced = price.savings > 0;
  const sentence = useSite()?.shop.presale_sentence;
  return (
    <>
      <Price
        amount={price.final === 0 ? '0' : formatPrice(price.final)}
        currency={t.currency}
        {...(isTagged ? { badgeClassName: 'md:hidden' } : {})}
        {...(isReduced
          ? { before: formatPrice(price.value), badge: t.discount(formatPercent(price.discountPercentage)) }
          : {})}
      />
      {freeLabel !== undefined && price.final === 0 && <p className="text-xs font-semibold text-ok">{freeLabel}</p>}
      {isReduced && until && (
        <div className="figures text-xs font-semibold text-spot-ink">
          {offerLead}
          <p>{t.savingsUntil(formatNumber(price.savings), formatDate(until))}</p>
        </div>
      )}
      {isReduced && sentence && <p className="text-xs text-ink-2">{sentence}</p>}
    </>
  );
}
