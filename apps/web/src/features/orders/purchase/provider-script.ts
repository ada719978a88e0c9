import { withTimeout } from '../../../lib/with-timeout.ts';
import { loadScript } from '../../../lib/load-script.ts';

/** The used part of Mercado Pago's browser script. https://github.com/mercadopago/sdk-js#checkout-pro */
interface MercadoPagoCheckout {
  checkout(options: { readonly preference: { readonly id: string }; readonly autoOpen: boolean }): unknown;
}

declare global {
  // oxlint-disable-next-line no-var -- the script's own global
  var MercadoPago: (new (publicKey: string, options: { readonly locale: string }) => MercadoPagoCheckout) | undefined;
}

const SCRIPT = 'https://sdk.mercadopago.com/js/v2';
const LOCALE = 'es-CL';
/** Time after which a script counts as missing, ms: the provider's page is used instead. */
const PATIENCE_MS = 6000;

/**
 * Opens the provider's checkout over this page.
 * @throws when the script does not load or does not work; the buyer is then sent to the provider's page
 */
export async function openProviderCheckout(publicKey: string, preferenceId: string): Promise<void> {
  await withTimeout(loadScript(SCRIPT), PATIENCE_MS, (): never => {
    throw new Error('the payment script is late');
  });
  if (!globalThis.MercadoPago) throw new Error('the payment script brought nothing');
  new globalThis.MercadoPago(publicKey, { locale: LOCALE }).checkout({
    preference: { id: preferenceId },
    autoOpen: true,
  });
}
