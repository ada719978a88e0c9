import { useSite } from '../../../lib/page-data.ts';
import { storefrontTexts as t } from '../texts.ts';

/** Says that purchases go to the embedded sandbox. */
export function SandboxBanner() {
  if (!useSite()?.paymentSandbox) return null;
  return <p className="wrap bg-spot-soft py-2 text-center text-xs font-medium text-spot-ink">{t.sandbox}</p>;
}
