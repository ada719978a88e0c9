import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countUnsent, flushOutbox } from '../../../device/outbox.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { type Call, fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { fetchSettings, isSetApart, setApart, shareChange } from './shared-settings.ts';
import { defaultTheme, loadTheme, saveTheme, storeTheme, type ThemeChange } from './themes.ts';

/** The reader's settings on the server, the status of its answers, and how many of the next answers get lost. */
let server: { settings: Record<string, string> | null; revision: number; lost: number; status: number };
const applied = new Set<string>();
let calls: Call[];

beforeEach(async () => {
  await freshDevice();
  applied.clear();
  server = { settings: null, revision: 0, lost: 0, status: 200 };
  const answer = () =>
    server.status === 200
      ? { body: { settings: server.settings, revision: server.revision } }
      : { status: server.status, body: { detail: '', code: 'x' } };
  calls = fakeApi({
    'GET /api/users/me/reader_settings': answer,
    'PUT /api/users/me/reader_settings': ({ body }) => {
      if (server.status !== 200) return answer();
      const sent = JSON.parse(String(body)) as { settings: Record<string, string>; mutation_id: string };
      if (!applied.has(sent.mutation_id)) otherDevice(sent.settings);
      applied.add(sent.mutation_id);
      if (server.lost > 0) {
        server.lost -= 1;
        throw new TypeError('the line broke');
      }
      return answer();
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

function otherDevice(settings: Record<string, string>): void {
  server.settings = { ...server.settings, ...settings };
  server.revision += 1;
}

/** Changes a setting on this device. */
async function change(what: ThemeChange): Promise<void> {
  const before = loadTheme();
  await shareChange(before, saveTheme(before, what));
  await flushOutbox();
}

describe('the settings of a reader', () => {
  it('are sent as the changed ones only', async () => {
    await fetchSettings();
    await change({ fontSize: '24' });
    expect(server).toMatchObject({ settings: { fontSize: '24' }, revision: 1 });
    await change({ name: 'dark' });
    expect(server.settings).toEqual({ fontSize: '24', name: 'dark' });
  });

  it('of another device apply to the next book, in their colours', async () => {
    await fetchSettings();
    otherDevice({ name: 'dark', fontSize: '22' });
    await fetchSettings();
    expect(loadTheme()).toMatchObject({ name: 'dark', background: '#121212', fontSize: '22' });
  });

  it('of two devices are merged, and another device’s setting is not sent back with its old value', async () => {
    await fetchSettings();
    const shown = loadTheme();
    otherDevice({ name: 'dark' });
    await fetchSettings();
    // The open book still shows the old theme when its reader changes a setting.
    await shareChange(shown, saveTheme(shown, { fontSize: '30' }));
    await flushOutbox();
    await vi.waitFor(() => expect(loadTheme()).toMatchObject({ name: 'dark', fontSize: '30' }));
    expect(server.settings).toEqual({ name: 'dark', fontSize: '30' });
  });

  it('that wait to be sent are one change, and take precedence over another device’s earlier ones', async () => {
    await fetchSettings();
    server.status = 503;
    for (const fontSize of ['18', '20', '22']) await change({ fontSize });
    await change({ name: 'gray' });
    expect(await countUnsent('ana'), 'the one that was tried, and one of the rest').toBe(2);
    otherDevice({ fontSize: '40' });
    server.status = 200;
    await fetchSettings();
    expect(loadTheme()).toMatchObject({ fontSize: '22' });
    await flushOutbox();
    expect(server.settings).toEqual({ fontSize: '22', name: 'gray' });
  });
});

describe('two tabs of one browser', () => {
  it('that change different settings keep both, though nothing is sent', async () => {
    await fetchSettings();
    server.status = 503;
    const [one, other] = [loadTheme(), loadTheme()];
    const shown = saveTheme(one, { name: 'dark' });
    await shareChange(one, shown);
    await shareChange(other, saveTheme(other, { fontSize: '30' }));
    expect(shown).toMatchObject({ name: 'dark', fontSize: '16' });
    expect(loadTheme()).toMatchObject({ name: 'dark', background: '#121212', fontSize: '30' });
    server.status = 200;
    await flushOutbox();
    expect(server.settings).toEqual({ name: 'dark', fontSize: '30' });
  });
});

it('a change whose answer got lost is not sent again with the next one, over another device’s later setting', async () => {
  await fetchSettings();
  server.lost = 9;
  await change({ fontSize: '22' });
  server.lost = 0;
  otherDevice({ fontSize: '14' });
  await change({ name: 'gray' });
  await flushOutbox();
  expect(server.settings).toEqual({ fontSize: '14', name: 'gray' });
  await vi.waitFor(() => expect(loadTheme()).toMatchObject({ fontSize: '14', name: 'gray' }));
});

describe('a device that fetches them for the first time', () => {
  it('sends its own where the server has none', async () => {
    storeTheme({ ...defaultTheme, fontSize: '26' });
    await fetchSettings();
    await flushOutbox();
    expect(server.settings).toEqual({ fontSize: '26' });
  });

  it('takes the server’s when it has none of its own', async () => {
    otherDevice({ fontSize: '26' });
    await fetchSettings();
    expect([loadTheme().fontSize, isSetApart()]).toEqual(['26', false]);
  });

  it('keeps its own when it has any', async () => {
    storeTheme({ ...defaultTheme, fontSize: '18' });
    otherDevice({ fontSize: '26' });
    await fetchSettings();
    expect([loadTheme().fontSize, isSetApart()]).toEqual(['18', true]);
  });

  it('fetches them anew for another account', async () => {
    await fetchSettings();
    await change({ fontSize: '18' });
    server = { ...server, settings: { fontSize: '30' }, revision: 9 };
    signInAs('berta');
    await fetchSettings();
    expect([loadTheme().fontSize, isSetApart()]).toEqual(['18', true]);
  });
});

describe('a device that keeps its own settings', () => {
  it('sends and takes nothing until it shares again: then its settings apply everywhere', async () => {
    await fetchSettings();
    await setApart(true);
    const callsBefore = calls.length;
    await change({ fontSize: '18' });
    otherDevice({ fontSize: '26' });
    await fetchSettings();
    expect(calls).toHaveLength(callsBefore);
    expect([server.settings?.['fontSize'], loadTheme().fontSize]).toEqual(['26', '18']);
    await setApart(false);
    await flushOutbox();
    expect(server.settings).toMatchObject({ fontSize: '18', name: 'white' });
  });
});

it('without an account no call is made', async () => {
  signInAs('ana');
  localStorage.clear();
  const { session } = await import('../../../lib/api/session.ts');
  session.forget();
  await fetchSettings();
  await change({ fontSize: '18' });
  expect(server.revision).toBe(0);
});
