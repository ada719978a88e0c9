import { useSite } from '../../../lib/page-data.ts';
import { storefrontTexts as t } from '../texts.ts';

/** Says that purchases go to the embedded sandbox. */
export function SandboxBanner() {
  if (!useSite()?.paymentSandbox) return null;
  return (
    <aside aria-label={t.sandboxLabel} className="bg-spot-soft text-spot-ink">
      <p className="wrap py-2 text-center text-xs font-medium">{t.sandbox}</p>
    </aside>
  );
}
