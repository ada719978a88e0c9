import { formatNumber, formatPrice } from '../../lib/formats.ts';
import { useSite } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Link } from '../../ui/navigation.tsx';
import { Cover } from '../../ui/pictures/cover.tsx';
import { Price } from '../../ui/price.tsx';
import { bookTexts as t } from './texts.ts';
import type { BookCompletion } from './book-completion.ts';

interface CompleteBookProps {
  readonly completion: BookCompletion | null;
  /** Address of the purchase on a visitor's page; without it `onComplete` handles the press. */
  readonly to?: string;
  readonly onComplete?: () => void;
}

/** A pocket with the covers of the missing parts, the price of all of them, and the saving. */
export function CompleteBook({ completion, to, onComplete }: CompleteBookProps) {
  const isClosed = useSite()?.seller.sales_open === false;
  if (!completion || isClosed) return null;
  const { parts, alone, total } = completion;
  return (
    <section aria-labelledby="complete-title" className="mb-6 max-w-[640px]">
      <div aria-hidden="true" className="flex gap-3 px-5">
        {parts.slice(0, 5).map((part) => (
          <div key={part.id} className="h-17 w-15 shrink overflow-hidden">
            <Cover picture={part.image} alt="" sizes="60px" seed={part.id} />
          </div>
        ))}
      </div>
      <div className="relative rounded-pocket border border-line bg-sheet px-5 pt-6 pb-5 shadow-sheet">
        <span aria-hidden="true" className="seam-x absolute inset-x-2.5 top-2.5" />
        <h3 id="complete-title" className="text-[1.1875rem] leading-[1.3]">
          {t.complete}
        </h3>
        <p className="mt-1 text-sm text-ink-2">{t.completeText(parts.length)}</p>
        <div className="figures mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Price amount={formatPrice(total)} currency={t.currency} before={formatPrice(alone)} />
          <span className="text-xs font-semibold text-spot-ink">{t.savings(formatNumber(alone - total))}</span>
        </div>
        {to === undefined ? (
          <Button full className="mt-4" onClick={onComplete}>
            {t.completeFor(formatPrice(total))}
          </Button>
        ) : (
          <Link to={to} className={`${buttonClass({ full: true })} mt-4`}>
            {t.completeFor(formatPrice(total))}
          </Link>
        )}
      </div>
    </section>
  );
}
