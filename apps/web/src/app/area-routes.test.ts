import { afterEach, expect, it, vi } from 'vitest';
import { session } from '../lib/api/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { areaPaths } from '../features/users/work-areas.ts';
import { areaRoutes } from './area-routes.ts';

const encoded = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
const exp = Math.floor(Date.now() / 1000) + 900;
const tokens = {
  access_token: `x.${encoded({ role: 'reader', exp })}.x`,
  refresh_token: `x.${encoded({ exp })}.x`,
};

afterEach(() => {
  session.forget();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const pages = (['admin', 'writter'] as const).flatMap((area) =>
  [`/${area}`, ...areaPaths[area]].map((path) => ({ area, path })),
);

/** Returns the address to which the loader of a page of an area redirects. */
async function opened(path: string, area: 'admin' | 'writter', requireSession: () => Promise<void>) {
  const route = areaRoutes(area, requireSession).children?.find((child) => child.path === path);
  const loader = route?.loader as (given: { request: Request }) => Promise<unknown>;
  return loader({ request: new Request(`http://localhost${path}`) }).then(
    () => 'in',
    (answer: unknown) => (answer instanceof Response ? answer.headers.get('location') : String(answer)),
  );
}

it.each(pages)('$path redirects a reader to /not-authorized, on each way to it', async ({ area, path }) => {
  session.store(tokens);
  fakeApi({ 'POST /api/auth/refresh': { body: tokens } });
  expect(await opened(path, area, async () => {})).toBe('/not-authorized');
});

it.each(pages)('$path asks for a session before it asks for the role', async ({ area, path }) => {
  const requireSession = async () => {
    throw new Error('no session');
  };
  expect(await opened(path, area, requireSession)).toBe('Error: no session');
});
