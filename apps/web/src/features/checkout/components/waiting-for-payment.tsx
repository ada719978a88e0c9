import { checkoutTexts as t } from '../texts.ts';

/** Visible while the order is asked for: a seam that runs. */
export function WaitingForPayment() {
  return (
    <output className="mb-8 grid gap-2 border-y border-line py-5">
      <span className="font-serif text-lg font-[560]">{t.waitingTitle}</span>
      <span aria-hidden="true" className="seam-x seam-busy h-1! max-w-[420px] [--seam:var(--cb-accent)]" />
      <span className="text-sm text-ink-2">{t.waitingText}</span>
    </output>
  );
}
