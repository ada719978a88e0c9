import { pageViewBody, screenRoutes } from '@cuentos/contract/site';
import { createMemoryRouter, matchRoutes, type RouteObject } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { type Call, fakeApi } from '../../../testing/fake-api.ts';
import { publicScreens } from '../../../app/public-screens.ts';
import { createRoutes } from '../../../app/routes.tsx';
import { reportPageViews } from './report-page-views.ts';
import { routePattern } from './visit-tracking.ts';

const routes = [
  { path: '/' },
  { path: '/login/:book_id?' },
  { path: '/book-detail/:book_id' },
  { path: '/reader/:book_uuid/:part_uuid/:from_admin?' },
];
const patternOf = (path: string, table: RouteObject[] = routes) => routePattern(matchRoutes(table, path) ?? []);
const bodies = (calls: readonly Call[]) => calls.map((call) => JSON.parse(call.body as string) as unknown);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.cookie = 'XSRF-TOKEN=; max-age=0';
});

it.each([
  ['/', '/'],
  ['/login', '/login'],
  ['/login/0198c0de', '/login/{book_id}'],
  ['/book-detail/0198c0de', '/book-detail/{book_id}'],
  ['/reader/a/b', '/reader/{book_uuid}/{part_uuid}'],
  ['/reader/a/b/true', '/reader/{book_uuid}/{part_uuid}/{from_admin}'],
])('%s is counted as %s', (path, pattern) => expect(patternOf(path)).toBe(pattern));

it('names only screens that the contract has', () => {
  const table = [...publicScreens.map(({ path }) => ({ path })), ...createRoutes({} as never)];
  const leaves = (list: RouteObject[]): RouteObject[] =>
    list.flatMap((route) => (route.children ? leaves(route.children) : [route]));
  for (const { path = '' } of leaves(table)) {
    if (path === '*') continue;
    const full = patternOf(path.replaceAll(/:\w+\??/g, 'x'), table);
    const bare = patternOf(path.replaceAll(/\/:\w+\?/g, '').replaceAll(/:\w+/g, 'x'), table);
    expect(screenRoutes).toContain(full);
    expect(screenRoutes).toContain(bare);
  }
});

it('reports each navigation once, never the address', async () => {
  document.cookie = 'XSRF-TOKEN=secret';
  const calls = fakeApi({ 'POST /api/analytics/pageview': { status: 204 } });
  const router = createMemoryRouter(routes, { initialEntries: ['/book-detail/0198c0de?result=success'] });
  reportPageViews(router);
  await router.navigate('/book-detail/0198c0de', { replace: true });
  await router.navigate('/book-detail/0198c0de#parts');
  await router.navigate('/login/0198c0de');
  expect(bodies(calls)).toEqual([{ route: '/book-detail/{book_id}' }, { route: '/login/{book_id}' }]);
  for (const body of bodies(calls)) expect(pageViewBody.safeParse(body).success).toBe(true);
  expect(calls[0]?.headers.get('x-xsrf-token')).toBe('secret');
});

it('reports the referrer with the first page only, and only its host', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://buscador.example/?q=secreto');
  const calls = fakeApi({ 'POST /api/analytics/pageview': { status: 204 } });
  const router = createMemoryRouter(routes);
  reportPageViews(router);
  await router.navigate('/login');
  expect(bodies(calls)).toEqual([{ route: '/', referrer: 'buscador.example' }, { route: '/login' }]);
});

it.each([['doNotTrack', '1'] as const, ['globalPrivacyControl', true] as const])(
  'sends nothing with %s',
  (name, value) => {
    vi.stubGlobal('navigator', { [name]: value });
    const calls = fakeApi({});
    reportPageViews(createMemoryRouter(routes));
    expect(calls).toEqual([]);
  },
);
