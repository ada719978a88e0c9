import type { PublicBook } from '@cuentos/contract/books';
import type { PageServices, SiteFacts } from '@cuentos/contract/ssr';
import type { CaptchaInfo } from '@cuentos/contract/auth';
import type { Config } from '../config/config.ts';
import { sellerInfo, shopOrigin } from '../config/shop-facts.ts';

interface Lenders {
  readonly config: Config;
  readonly captcha: CaptchaInfo;
  books(): Promise<readonly PublicBook[]>;
}

/** What the public pages may ask while they render. */
export function createPageServices({ config, captcha, books }: Lenders): PageServices {
  const site: SiteFacts = {
    origin: shopOrigin(config),
    seller: sellerInfo(config),
    social: readSocialLinks(config.SOCIAL_LINKS),
    googleClientId: config.GOOGLE_CLIENT_ID ?? null,
    captcha,
    paymentPublicKey: config.MP_PUBLIC_KEY ?? null,
    googleAnalyticsId: config.GA4_MEASUREMENT_ID ?? null,
    paymentSandbox: config.sandbox,
  };
  return {
    site,
    books,
    book: async (id) => (await books()).find((book) => book.id === id) ?? null,
  };
}

/** `SOCIAL_LINKS` is a list such as `Instagram=https://…, Facebook=https://…`; checked when the settings are read. */
function readSocialLinks(setting: string | undefined): { name: string; url: string }[] {
  if (!setting) return [];
  return setting.split(',').flatMap((entry) => {
    const [name = '', ...rest] = entry.split('=');
    return rest.length === 0 ? [] : [{ name: name.trim(), url: rest.join('=').trim() }];
  });
}
