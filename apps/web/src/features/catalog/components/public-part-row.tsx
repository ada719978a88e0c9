import type { PublicPart } from '@cuentos/contract/books';
import { Calendar, CircleCheck, Clock, Download, ShoppingBag } from 'lucide-react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatDate, formatNumber, formatPrice } from '../../../lib/formats.ts';
import { partPricing, type PartPricing } from '../../../lib/part-pricing.ts';
import { Button } from '../../../ui/button.tsx';
import { Cover } from '../../../ui/cover.tsx';
import { Price } from '../../../ui/price.tsx';
import { StateLine } from '../../../ui/state-line.tsx';
import { catalogTexts as t } from '../texts.ts';

interface PublicPartRowProps {
  readonly part: PublicPart;
  readonly now: number;
  /** Buy click. */
  readonly onBuy: () => void;
}

/** A part in the public list: cover, state and price, button. */
export function PublicPartRow({ part, now, onBuy }: PublicPartRowProps) {
  const price = partPricing(part, now);
  return (
    <li className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-4.5 border-b border-line py-5.5 md:grid-cols-[92px_minmax(0,1fr)_220px] md:items-center md:gap-x-7">
      <Cover picture={part.image} alt={t.cover(part.name)} sizes="92px" seed={part.id} />
      <div className="grid content-start gap-1.5">
        <h3 className="text-[1.1875rem] leading-[1.3]">{part.name}</h3>
        <Availability part={part} price={price} />
        <p className="figures text-xs text-ink-3">
          {t.downloadCount(formatNumber(part.download_count), part.download_count === 1)}
        </p>
        <PartPrice price={price} until={part.presale_end_date} />
      </div>
      <div className="col-span-full mt-4 md:col-auto md:mt-0">
        <BuyButton part={part} price={price} onBuy={onBuy} />
      </div>
    </li>
  );
}

function Availability({ part, price }: { readonly part: PublicPart; readonly price: PartPricing }) {
  if (!price.released) {
    return <StateLine icon={<Calendar aria-hidden="true" />}>{t.availableOn(formatDate(part.release_date))}</StateLine>;
  }
  // Released without a file: not to be had yet.
  if (!part.ebook) return <StateLine icon={<Clock aria-hidden="true" />}>{t.unavailable}</StateLine>;
  return (
    <StateLine tone="ok" icon={<CircleCheck aria-hidden="true" />}>
      {t.available}
    </StateLine>
  );
}

function PartPrice({ price, until }: { readonly price: PartPricing; readonly until: string | null }) {
  const reduced = price.savings > 0;
  return (
    <>
      <Price
        amount={price.final === 0 ? '0' : formatPrice(price.final)}
        currency={t.currency}
        {...(reduced
          ? { before: formatPrice(price.value), badge: t.discount(formatPercent(price.discountPercentage)) }
          : {})}
      />
      {reduced && until && (
        <p className="figures text-xs font-semibold text-spot-ink">
          {t.savingsUntil(formatNumber(price.savings), formatDate(until))}
        </p>
      )}
    </>
  );
}

function BuyButton({
  part,
  price,
  onBuy,
}: {
  readonly part: PublicPart;
  readonly price: PartPricing;
  readonly onBuy: () => void;
}) {
  if (!price.released || !part.ebook) {
    return (
      <Button full disabled aria-label={`${t.unavailable}: ${part.name}`}>
        {t.unavailable}
      </Button>
    );
  }
  const free = price.final === 0;
  const label = free ? t.free : t.buy;
  return (
    <Button
      variant="primary"
      full
      icon={free ? <Download aria-hidden="true" /> : <ShoppingBag aria-hidden="true" />}
      aria-label={`${label} ${part.name}`}
      onClick={onBuy}
    >
      {label}
    </Button>
  );
}
