import { checkoutTexts as t } from '../texts.ts';

/** Visible while the order is asked for: a seam that runs. */
export function WaitingForPayment() {
  return (
    <div role="status" className="mb-8 grid gap-2 border-y border-line py-5">
      <p className="font-serif text-lg font-[560]">{t.waitingTitle}</p>
      <span aria-hidden="true" className="seam-x seam-busy h-1! max-w-[420px] [--seam:var(--cb-accent)]" />
      <p className="text-sm text-ink-2">{t.waitingText}</p>
    </div>
  );
}
