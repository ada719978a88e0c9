import { uiTexts } from './texts.ts';

interface PriceProps {
  /** Formatted amount without the currency: `$1.490` or `0`. */
  readonly amount: string;
  readonly currency: string;
  /** Price without discount, shown struck through. */
  readonly before?: string | undefined;
  /** Discount badge, `−34 %`. */
  readonly badge?: string | undefined;
  readonly badgeClassName?: string;
}

/** A price: serif figures, the currency small beside them. */
export function Price({ amount, currency, before, badge, badgeClassName }: PriceProps) {
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
      {before !== undefined && (
        <s className="text-[0.9375rem] text-ink-3">
          <span className="sr-only">{uiTexts.before} </span>
          {before}
        </s>
      )}
      <b className="font-serif text-[1.375rem] leading-7 font-semibold tracking-[-0.01em]">
        {amount} <small className="font-sans text-xs font-medium tracking-normal text-ink-2">{currency}</small>
      </b>
      {badge !== undefined && <DiscountBadge text={badge} className={`self-center ${badgeClassName ?? ''}`} />}
    </p>
  );
}

export function DiscountBadge({ text, className }: { readonly text: string; readonly className?: string }) {
  return (
    <span
      className={`figures inline-flex h-6 items-center rounded-1 bg-spot px-2 text-2xs font-semibold text-on-spot ${className ?? ''}`}
    >
      <span className="sr-only">{uiTexts.discount} </span>
      {text}
    </span>
  );
}

/** Discount tag at a cover's top right. */
export function DiscountTag({ text }: { readonly text: string }) {
  return (
    <span className="figures absolute top-0 right-5 z-3 rounded-b-lg bg-spot px-2 pt-3 pb-2.5 text-sm leading-none font-bold text-on-spot">
      <span className="sr-only">{uiTexts.discount} </span>
      {text}
    </span>
  );
}
