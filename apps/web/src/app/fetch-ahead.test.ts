import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchAhead } from './fetch-ahead.ts';

const files = ['/a.js', '/b.js', '/c.js', '/d.js', '/e.js'];
/** What was asked for and did not come yet, by address. */
let coming: Map<string, () => void>;
const asked = () => [...coming.keys()];

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
  vi.unstubAllGlobals();
});

it('asks for what the server named, in its order and three at a time', async () => {
  fetchAhead();
  expect(asked()).toEqual(files.slice(0, 3));
  coming.get('/b.js')?.();
  await vi.waitFor(() => expect(asked()).toEqual(files.slice(0, 4)));
  for (const come of coming.values()) come();
  await vi.waitFor(() => expect(asked()).toEqual(files));
});

it('asks for nothing where somebody saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  fetchAhead();
  expect(asked()).toEqual([]);
});
