import type { AnalyticsPort } from '../../ports/analytics.ts';
import { postEvent } from '../post-event.ts';

interface UmamiOptions {
  readonly host: string;
  readonly websiteId: string;
}

/** Umami's collector. */
export function createUmami({ host, websiteId }: UmamiOptions): AnalyticsPort {
  return {
    name: 'Umami',
    async pageView(view) {
      const { hostname, pathname } = new URL(view.url);
      const referrer = view.referrerHost === '' ? '' : `https://${view.referrerHost}/`;
      const { language } = view;
      const payload = { website: websiteId, hostname, url: pathname, referrer, language, title: '', screen: '' };
      await postEvent(`${host}/api/send`, view, { type: 'event', payload });
    },
  };
}
