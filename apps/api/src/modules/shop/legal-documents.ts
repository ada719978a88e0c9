import type { LegalKind } from '@cuentos/contract/shop';
import type { Config } from '../../platform/config/config.ts';
import { type LegalContent, type LegalFacts, type OutsideServices, privacyPolicy, terms } from './legal-texts.ts';

const captchaNames: Readonly<Record<string, string>> = {
  recaptcha: 'reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Turnstile',
};

/** Reads from the settings which outside services are used. */
export function switchedOn(config: Config): OutsideServices {
  return {
    mail: config.SMTP_URL !== undefined,
    storage: config.S3_ENDPOINT !== undefined,
    google: config.GOOGLE_CLIENT_ID !== undefined,
    captcha: captchaNames[config.CAPTCHA_PROVIDER] ?? null,
    counting: [...(config.PLAUSIBLE_HOST ? ['Plausible'] : []), ...(config.UMAMI_HOST ? ['Umami'] : [])],
    measuring: config.GA4_MEASUREMENT_ID !== undefined,
    realPayments: !config.sandbox,
  };
}

/** Writes a document from the facts: the same facts always give the same words. */
export function composeLegal(kind: LegalKind, facts: LegalFacts): LegalContent {
  const { title, lead, sections } = kind === 'privacy' ? privacyPolicy(facts) : terms(facts);
  return { title, lead, sections, seller: sellerLine(facts) };
}

function sellerLine({ identity, legal }: LegalFacts): string {
  return [
    legal.seller_name,
    legal.seller_tax_id && `RUT ${legal.seller_tax_id}`,
    legal.seller_address,
    legal.seller_phone,
    identity.contact_email,
  ]
    .filter((fact) => fact !== null && fact !== '')
    .join(', ');
}
