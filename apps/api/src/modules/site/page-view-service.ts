import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { createHmac, randomBytes } from 'node:crypto';
import type { ScreenRoute } from '@cuentos/contract/site';
import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { Db } from '../../platform/db/db.ts';
import { forgetRows } from '../../platform/db/forget-rows.ts';
import type { SweepStep } from '../../platform/jobs/sweep-job.ts';
import type { AnalyticsPort } from '../../ports/analytics.ts';
import type { Clock } from '../../ports/clock.ts';
import * as repository from './repository.ts';

/** More views than any reader causes; further ones come from a program and are not counted. */
const VIEWS_PER_HOUR = 1000;
/** Two years and a little, so that a month can be compared with the same one of both years before. */
const KEPT_MS = 800 * DAY_MS;

export interface Visit {
  readonly route: ScreenRoute;
  /** Host of the page before, as the browser told it. */
  readonly referrer: string;
  readonly userAgent: string;
  readonly address: string;
  readonly language: string;
}

export type PageViewService = ReturnType<typeof createPageViewService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly receivers: readonly AnalyticsPort[];
  /** Absolute origin of the shop, without trailing slash. */
  readonly origin: string;
}

/** Own count of page views without cookies. */
export function createPageViewService({ db, clock, limiter, receivers, origin }: Deps) {
  const ownHost = new URL(origin).host;
  return {
    /** Counts a page view and passes it on behind the answer. Programs that say so are not counted. */
    async record({ route, referrer, userAgent, address, language }: Visit): Promise<void> {
      if (isProgram(userAgent)) return;
      if (!(await limiter.hit(`pageview:${addressKey(address)}`, VIEWS_PER_HOUR, HOUR_MS))) return;
      const referrerHost = referrer.toLowerCase() === ownHost ? '' : referrer.toLowerCase();
      const day = dayOf(clock.now());
      const candidate = randomBytes(24).toString('base64url');
      await db.withTx(async (tx) => {
        const salt = await repository.saltOf(tx, day, candidate);
        const visitor = createHmac('sha256', salt)
          .update(`${addressKey(address)}\n${userAgent}`)
          .digest('base64url');
        const row = { day, route, visitor, referrer_host: referrerHost, device: deviceOf(userAgent) };
        await repository.countView(tx, row);
      });
      const url = `${origin}${route.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      const view = { url, referrerHost, userAgent, address, language };
      // A count that is lost outside is no reason to keep a reader waiting or to fail.
      void Promise.allSettled(receivers.map(async (receiver) => receiver.pageView(view)));
    },
  };
}

/** Forgets past salts, from when on no visitor of their days can be found again, and counts that are not compared with any more. */
export const sweepPageViews = (db: Db): SweepStep[] => [
  forgetRows(db, { table: 'analytics_salts', column: 'day', keptFrom: dayOf }),
  forgetRows(db, { table: 'page_views', column: 'day', keptFrom: (now) => dayOf(now - KEPT_MS) }),
];

/** `2026-11-18`, in Santiago. */
function dayOf(instant: number): string {
  return formatCivilDate(santiagoDate(instant));
}

function isProgram(userAgent: string): boolean {
  return userAgent === '' || /bot|crawl|spider|slurp|preview|headless|lighthouse|curl|wget/i.test(userAgent);
}

function deviceOf(userAgent: string): 'phone' | 'tablet' | 'desktop' {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet';
  return /Mobi|iPhone|Android/i.test(userAgent) ? 'phone' : 'desktop';
}
