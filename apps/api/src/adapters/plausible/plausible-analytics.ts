import type { AnalyticsPort } from '../../ports/analytics.ts';
import { postEvent } from '../post-event.ts';

interface PlausibleOptions {
  readonly host: string;
  /** Site as the service calls it. */
  readonly domain: string;
}

/** Plausible's events API. */
export function createPlausible({ host, domain }: PlausibleOptions): AnalyticsPort {
  return {
    name: 'Plausible',
    async pageView(view) {
      const referrer = view.referrerHost === '' ? {} : { referrer: `https://${view.referrerHost}/` };
      await postEvent(`${host}/api/event`, view, { name: 'pageview', url: view.url, domain, ...referrer });
    },
  };
}
