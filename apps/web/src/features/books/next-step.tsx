import type { PublicPart } from '@cuentos/contract/books';
import type { ReactNode } from 'react';
import { useHasSession } from '../../lib/api/session.ts';
import { formatPrice } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Link } from '../../ui/navigation.tsx';
import type { NextStep } from './own-parts.ts';
import type { PartPricing } from './part-pricing.ts';
import { SampleLink } from './sample-link.tsx';
import { bookTexts as t } from './texts.ts';

/** 'Leer', for an owned part. */
export function ReadPartLink({ bookId, part }: { readonly bookId: string; readonly part: PublicPart }) {
  return (
    <Link
      to={`/reader/${bookId}/${part.id}`}
      aria-label={t.readPart(part.name)}
      className={buttonClass({ variant: 'primary', full: true })}
    >
      {t.read}
    </Link>
  );
}

/** 'Pronto podrás descargarlo', in the place of 'Leer' of an owned part that is not released yet. */
export const SoonButton = () => (
  <Button full disabled>
    {t.soon}
  </Button>
);

interface StepProps {
  readonly next: NextStep;
  readonly price: PartPricing;
  /** The button of the step. */
  readonly action: ReactNode;
}

/** Shows the price of the step, or the state of its part. */
function StepTerms({ next: { step }, price: { final } }: Pick<StepProps, 'next' | 'price'>) {
  if (step === 'pay') return <p className="text-sm leading-6 font-semibold">{t.paymentPending}</p>;
  if (step !== 'buy') return null;
  return (
    <p className="figures font-serif text-lg leading-6 font-semibold">
      {final === 0 ? t.freePrice : formatPrice(final)}
      {final > 0 && <small className="font-sans text-xs font-medium text-ink-2"> {t.currency}</small>}
    </p>
  );
}

/** At the foot of a phone: the next part with its price and button. Its height is the same for each step. */
export function StepBar({ next, price, action }: StepProps) {
  return (
    <section
      aria-label={t.nextStep}
      data-foot-bar="fixed"
      className="fixed inset-x-0 bottom-0 z-20 bg-sheet pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <div aria-hidden="true" className="seam-x [--seam:var(--cb-accent)]" />
      <div className="wrap flex min-h-19 flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <div className="min-w-0 flex-[1_1_6rem]">
          <p className="line-clamp-2 text-xs leading-[1.125rem] text-ink-3 [overflow-wrap:anywhere]">
            {next.part.name}
          </p>
          <StepTerms next={next} price={price} />
        </div>
        <div className="min-w-0 flex-[1_1_10.5rem]">{action}</div>
      </div>
    </section>
  );
}

interface DecisionProps {
  readonly bookId: string;
  readonly step: StepProps | null;
  /** A part with a sample or a free part that the person does not own. */
  readonly sample: PublicPart | null;
  /** Keeps a free part, after the offer to read it. */
  readonly keep?: ReactNode;
  /** Whether the person owns all released parts. */
  readonly hasAll: boolean;
  /** Reserves the room of all possible buttons, because the owner is known only after the page is shown. */
  readonly keepsRoom?: boolean;
}

/**
 * Under the title on a phone the link to the sample, or the button that keeps a free book; beside the title of a wide
 * window also price and button.
 */
export function BookDecision({ bookId, step, sample, keep, hasAll, keepsRoom = false }: DecisionProps) {
  const hasSession = useHasSession();
  if (!step && !sample) return null;
  return (
    <div
      className={`relative mt-5 lg:mt-0 lg:min-w-0 lg:flex-[0_1_17rem] lg:rounded-pocket lg:border lg:border-line lg:bg-sheet lg:px-5 lg:pt-6 lg:pb-4 lg:shadow-sheet ${keepsRoom ? 'min-h-23 lg:min-h-70' : 'max-lg:empty:hidden'}`}
    >
      {step && (
        <div className="max-lg:hidden">
          <span aria-hidden="true" className="seam-x absolute inset-x-2.5 top-2.5" />
          <div className="mb-2.5 grid min-h-15 content-end">
            <p className="line-clamp-2 text-xs leading-[1.125rem] text-ink-3 [overflow-wrap:anywhere]">
              {step.next.part.name}
            </p>
            <StepTerms next={step.next} price={step.price} />
          </div>
          {step.action}
        </div>
      )}
      {(keep ?? sample) && (
        <div className="lg:mt-2">
          {keep}
          {!keep && sample && <SampleLink bookId={bookId} part={sample} size="large" full withIcon />}
          <p className="mt-2 text-xs text-ink-3">{(keep ? t.keepNote : t.sampleNote)(hasSession)}</p>
        </div>
      )}
      {!sample && hasAll && <p className="text-sm text-ink-2 lg:mt-3">{t.haveAll}</p>}
    </div>
  );
}
