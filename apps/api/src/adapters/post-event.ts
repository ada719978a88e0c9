import type { PageView } from '../ports/analytics.ts';

const TIMEOUT_MS = 5000;

/** Posts an event in a visitor's name, as services that count page views want it. @throws when it was not taken */
export async function postEvent(
  url: string,
  { userAgent, address }: Pick<PageView, 'userAgent' | 'address'>,
  body: object,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`status ${response.status}`);
}
