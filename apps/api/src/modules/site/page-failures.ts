import { HOUR_MS } from '@cuentos/domain/time/durations';
import { type PageFailureBody, screenRoutes } from '@cuentos/contract/site';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';

/** Limit of reports per network and hour; a page sends three at most. */
const FROM_A_NETWORK_PER_HOUR = 20;
/** Most reports an hour in all: when a build fails everywhere, the first reports suffice. */
const PER_HOUR = 500;

/** Counts one report. @throws {AppError} too_many_requests */
export async function admitPageFailure(limiter: RateLimiter, address: string): Promise<void> {
  const isAdmitted =
    (await limiter.hit(`page-failure:${addressKey(address)}`, FROM_A_NETWORK_PER_HOUR, HOUR_MS)) &&
    (await limiter.hit('page-failures', PER_HOUR, HOUR_MS));
  if (!isAdmitted) throw new AppError('too_many_requests');
}

/**
 * Returns the line of a report for the log: the pattern of the page's address, and the browser's words without anything
 * of a person.
 */
export function pageFailureLine({ kind, page, message, place, build }: PageFailureBody): Record<string, string> {
  return {
    event: 'page_failure',
    kind,
    page: patternOf(page),
    cause: safeWords(message),
    place: place ?? '',
    build: build ?? '',
  };
}

const patterns = screenRoutes.map((route) => ({
  route,
  form: new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** An address may contain the token of a link, so only its screen is logged. */
const patternOf = (path: string): string => patterns.find(({ form }) => form.test(path))?.route ?? 'unknown';

/**
 * Words of browsers' own messages, with digits in short ones alone, so that names, addresses and tokens are excluded.
 */
const PLAIN_WORD = /^(?!.*\d{4})(?:[a-z_.,:;'"`()[\]{}<>=!?$-]{1,32}|[\w.,:;'"`()[\]{}<>=!?$-]{1,12})$/i;

function safeWords(message: string): string {
  return message
    .split(/[\p{C}\p{Z}]+/u)
    .map((word) => /\/assets\/([\w.-]{1,80}[.](?:js|css))/.exec(word)?.[1] ?? (PLAIN_WORD.test(word) ? word : '…'))
    .join(' ')
    .trim();
}
