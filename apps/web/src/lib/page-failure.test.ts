import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const send = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const reports = () => send.mock.calls.map(([, { body }]) => JSON.parse(String(body)) as Record<string, unknown>);

/** Imports the module anew, as a newly loaded page does. */
async function freshTeller() {
  vi.resetModules();
  return (await import('./page-failure.ts')).tellPageFailure;
}

beforeEach(() => {
  send.mockReset().mockResolvedValue(new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', send);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('reports each cause once, without the query of the address, and three causes of a page at most', async () => {
  const tell = await freshTeller();
  history.replaceState(null, '', '/user-library?correo=ana@ejemplo.cl');
  const cause = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
  cause.stack = 'TypeError: x\n at f (https://shop.test/assets/vendor-Ab1.js:1:204)';
  tell('code', cause);
  // The error boundary of the screen reports the same error a second time.
  tell('screen', cause);
  for (let n = 0; n < 5; n += 1) tell('screen', new Error('x'.repeat(500)));
  expect(reports()).toEqual([
    {
      kind: 'code',
      page: '/user-library',
      message: 'TypeError: Failed to fetch dynamically imported module: /assets/a.js',
      place: 'vendor-Ab1.js:1:204',
    },
    ...Array.from({ length: 2 }, () => ({
      kind: 'screen',
      page: '/user-library',
      message: `Error: ${'x'.repeat(293)}`,
      place: expect.any(String),
    })),
  ]);
  expect(send.mock.calls[0]).toMatchObject(['/api/page_failures', { method: 'POST', keepalive: true }]);
});

it('reports no refusal of the server, and nothing without a connection, then or later', async () => {
  const tell = await freshTeller();
  const { ApiError } = await import('./api/api-error.ts');
  tell('screen', new ApiError(404, { detail: '', code: 'not_found', request_id: 'r' }));
  tell('screen', new Response());
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  tell('code', new TypeError('Failed to fetch'));
  line.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(send).not.toHaveBeenCalled();
});
