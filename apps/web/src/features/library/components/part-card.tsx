import type { UserPart } from '@cuentos/contract/library';
import { useState } from 'react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatDate, formatLongDate, formatNumber } from '../../../lib/formats.ts';
import type { PartPricing } from '../../../lib/part-pricing.ts';
import { Cover } from '../../../ui/cover.tsx';
import { DiscountTag } from '../../../ui/price.tsx';
import { partView } from '../part-view.ts';
import { libraryTexts as t } from '../texts.ts';
import { PartActions } from './part-actions.tsx';
import { PartPrice } from './part-price.tsx';
import { PartState } from './part-state.tsx';
import { ReadingProgress } from './reading-progress.tsx';

interface PartCardProps {
  readonly part: UserPart;
  readonly online: boolean;
  readonly onDevice: boolean;
  readonly downloading: boolean;
  readonly now: number;
  /** A purchase or a free download of this part is under way. */
  readonly busy: boolean;
  readonly onBuy: () => void;
  readonly onTakeFree: () => void;
}

/** A part of a book in the library, in each of its states. */
export function PartCard({ part, online, onDevice, downloading, now, busy, onBuy, onTakeFree }: PartCardProps) {
  const { card, price } = partView(part, { online, onDevice, downloading, now });
  const onOffer = price.inPresale && price.savings > 0 && (card.offer === 'for-sale' || card.offer === 'free');
  const faded = card.read === 'offline-blocked' || card.offer === 'unreleased' || card.offer === 'no-ebook';
  const [overlay, setOverlay] = useState(false);
  return (
    // A tap shows what hovering and the button's focus show too.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <article
      className="pocket-card group"
      onClick={() => onOffer && setOverlay(true)}
      onPointerLeave={() => setOverlay(false)}
    >
      <div className="pocket-cover">
        <div className={faded ? 'cover-away' : ''}>
          <Cover
            picture={part.image}
            alt={t.cover(part.name)}
            sizes="(width >= 1024px) 240px, (width >= 768px) 28vw, 112px"
            seed={part.id}
            title={part.name}
          />
        </div>
        {onOffer && (
          <div className="max-md:hidden">
            <DiscountTag text={t.discount(formatPercent(price.discountPercentage))} />
            <OfferLines
              price={price}
              until={part.presale_end_date}
              className={`absolute inset-x-0 bottom-3.5 z-1 bg-spot p-3 text-on-spot transition-opacity duration-(--cb-dur-ui) group-focus-within:opacity-100 group-hover:opacity-100 ${overlay ? 'opacity-100' : 'opacity-0'}`}
            />
          </div>
        )}
      </div>
      <div className="pocket-tray">
        <h3 className="text-[1.0625rem] leading-[1.375rem] tracking-[-0.005em]">{part.name}</h3>
        <PartState part={part} card={card} />
        {part.acquired_at && (
          <p className="text-xs text-balance text-ink-3">{t.ownedSince(formatLongDate(part.acquired_at))}</p>
        )}
        {card.offer && <PartPrice price={price} />}
        {onOffer && (
          <>
            <OfferLines price={price} until={part.presale_end_date} className="font-semibold text-spot-ink md:hidden" />
            <p className="figures text-xs font-semibold text-spot-ink max-md:hidden">
              {t.savings(formatNumber(price.savings))}
            </p>
          </>
        )}
        <div className="mt-auto grid gap-3 pt-2">
          {card.read && <ReadingProgress percent={part.percentage} name={part.name} />}
          <PartActions part={part} card={card} online={online} busy={busy} onBuy={onBuy} onTakeFree={onTakeFree} />
        </div>
      </div>
    </article>
  );
}

/** '¡Oferta por tiempo limitado!', end date and saving: over the cover, or under the price on a phone. */
function OfferLines({
  price,
  until,
  className,
}: {
  readonly price: PartPricing;
  readonly until: string | null;
  readonly className: string;
}) {
  return (
    <p className={`figures text-xs ${className}`}>
      <b className="block font-bold">{t.offer}</b>
      {until && <span className="block">{t.until(formatDate(until))}</span>}
      <span className="block">{t.savings(formatNumber(price.savings))}</span>
    </p>
  );
}
