import { Lock } from 'lucide-react';
import { checkoutTexts as t } from './texts.ts';

/** 'Métodos de pago seguros'. */
export function PaymentInfo() {
  return (
    <div className="mt-8 flex max-w-[640px] gap-2.5 rounded-2 border border-line px-3.5 py-3 text-sm text-ink-2 [&>svg]:size-5 [&>svg]:shrink-0">
      <Lock aria-hidden="true" />
      <div>
        <p className="font-semibold text-ink">{t.secureTitle}</p>
        <p>{t.secureText}</p>
      </div>
    </div>
  );
}

/** Visible while the order is requested: a running seam above the page, which must not move afterwards. */
export function WaitingForPayment() {
  return (
    <output className="fixed inset-x-0 bottom-0 z-30 block border-t border-line bg-sheet shadow-modal">
      <span className="wrap grid gap-2 py-5">
        <span className="font-serif text-lg font-[560]">{t.waitingTitle}</span>
        <span aria-hidden="true" className="seam-x seam-busy h-1! max-w-[420px] [--seam:var(--cb-accent)]" />
        <span className="text-sm text-ink-2">{t.waitingText}</span>
      </span>
    </output>
  );
}
