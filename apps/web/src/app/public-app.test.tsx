import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../lib/api/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { signInAs } from '../testing/sign-in-as.ts';
import { startPublicPage } from './public-app.tsx';

vi.mock('./browser-start.ts', () => ({ startBrowser: () => {} }));

const placesGone = () => vi.spyOn(location, 'replace').mockImplementation(() => undefined);
let replaced: ReturnType<typeof placesGone>;
/** The bare document, as without a connection. */
const bareRoot = () => document.body.appendChild(document.createElement('div'));

beforeEach(() => {
  replaced = placesGone();
  vi.stubEnv('PROD', true);
  fakeApi({ 'GET /api/books/': { status: 500 }, 'POST /api/analytics/pageview': { status: 204 } });
});
afterEach(() => {
  session.forget();
  localStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('starts in the library when the kept document stands in for the start, and somebody is signed in', async () => {
  history.replaceState(null, '', '/');
  signInAs('ana');
  await startPublicPage(bareRoot());
  expect(replaced).toHaveBeenCalledWith('/user-library');
});

it('leads from /home to the library, and from an address without a screen to /not-found', async () => {
  history.replaceState(null, '', '/home');
  await startPublicPage(bareRoot());
  history.replaceState(null, '', '/nada');
  await startPublicPage(bareRoot());
  expect(replaced.mock.calls).toEqual([['/user-library'], ['/not-found']]);
});

it('draws the screen where there is only the bare document, and answers when it is there', async () => {
  history.replaceState(null, '', '/not-authorized');
  const root = bareRoot();
  await startPublicPage(root);
  expect(root.querySelector('main h1')).not.toBeNull();
  expect(replaced).not.toHaveBeenCalled();
});
