import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../lib/api/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { signInAs } from '../testing/sign-in-as.ts';
import { fetchAhead, startPublicPage } from './public-app.tsx';

vi.mock('./browser-start.ts', () => ({ startBrowser: () => {} }));

const placesGone = () => vi.spyOn(location, 'replace').mockImplementation(() => undefined);
let replaced: ReturnType<typeof placesGone>;
/** Makes the empty root element of the document that the service worker keeps. */
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

it('starts in the library for a signed-in reader when the stored document is shown at the start address', async () => {
  history.replaceState(null, '', '/');
  signInAs('ana');
  await startPublicPage(bareRoot(), new Map());
  expect(replaced).toHaveBeenCalledWith('/user-library');
});

// Kept difference: home-leads-to-library.
it('leads from /home to the library, and from an address without a screen to /not-found', async () => {
  history.replaceState(null, '', '/home');
  await startPublicPage(bareRoot(), new Map());
  history.replaceState(null, '', '/nada');
  await startPublicPage(bareRoot(), new Map());
  expect(replaced.mock.calls).toEqual([['/user-library'], ['/not-found']]);
});

it('renders the screen into an empty document, and resolves when it is shown', async () => {
  history.replaceState(null, '', '/not-authorized');
  const root = bareRoot();
  await startPublicPage(root, new Map());
  expect(root.querySelector('main h1')).not.toBeNull();
  expect(replaced).not.toHaveBeenCalled();
});

describe('files fetched ahead for the screen after a form', () => {
  const files = ['/a.js', '/b.js', '/c.js', '/d.js', '/e.js'];
  /** Calls that have not been answered yet, by address. */
  let coming: Map<string, () => void>;
  // Ignores the reports of visits: pages of earlier tests still send them.
  const requestedScripts = () => [...coming.keys()].filter((file) => file.endsWith('.js'));

  beforeEach(() => {
    coming = new Map();
    document.head.innerHTML = `<meta name="scripts-ahead" content="${files.join(' ')}">`;
    vi.stubGlobal('fetch', async (file: string) => {
      await new Promise<void>((resolve) => {
        coming.set(file, resolve);
      });
      return new Response('');
    });
  });
  afterEach(() => {
    document.head.replaceChildren();
  });

  it('are requested in the server’s order, three at a time', async () => {
    fetchAhead();
    expect(requestedScripts()).toEqual(files.slice(0, 3));
    coming.get('/b.js')?.();
    await vi.waitFor(() => expect(requestedScripts()).toEqual(files.slice(0, 4)));
    for (const come of coming.values()) come();
    await vi.waitFor(() => expect(requestedScripts()).toEqual(files));
  });

  it('are not requested where the visitor saves data', () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    fetchAhead();
    expect(requestedScripts()).toEqual([]);
  });
});
