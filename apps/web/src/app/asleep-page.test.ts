import { HOUR_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPage } from './asleep-page.ts';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('./public-app.tsx', () => {
  loaded();
  return { wakeFrame: async () => {}, startSession: () => {}, wakeIsland: async () => {} };
});

/** The server's time; the browser's clock of these tests is an hour ahead of it. */
const NOW = Date.UTC(2026, 10, 18, 15);

const reload = () => vi.spyOn(location, 'reload').mockImplementation(() => undefined);
let reloaded: ReturnType<typeof reload>;
let isOnline: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW + HOUR_MS });
  vi.stubGlobal('IntersectionObserver', vi.fn());
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(null, { status: 204, headers: { date: new Date(NOW).toUTCString() } })),
  );
  isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  reloaded = reload();
  document.body.innerHTML = '<p id="missed-press" role="alert" class="fixed" hidden>No se pudo</p>';
});
afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens a page with a price that ends after this time, ms. */
async function openPage(endsIn: number): Promise<void> {
  for (const [name, content] of [
    ['screen', '/'],
    ['until', String(NOW + endsIn)],
  ] as const) {
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  }
  startPage();
  await vi.advanceTimersByTimeAsync(0);
}

it('reloads a second after the end of a price that it shows, by the server’s clock', async () => {
  await openPage(60_000);
  await vi.advanceTimersByTimeAsync(60_999);
  expect(reloaded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reloaded).toHaveBeenCalledOnce();
});

it.each([
  ['a dialog is open', '<dialog open></dialog>'],
  ['a part of it is in use', '<div data-awake><input></div>'],
])('does not reload while %s', async (_, markup) => {
  await openPage(60_000);
  document.body.insertAdjacentHTML('beforeend', markup);
  document.querySelector('input')?.focus();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(reloaded).not.toHaveBeenCalled();
});

it.each([
  ['already over', -1],
  ['later than a timer can wait', 2 ** 31],
])('does not reload for the end of a price that is %s', async (_, endsIn) => {
  await openPage(endsIn);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reloaded).not.toHaveBeenCalled();
});

const says = () => document.querySelector('[role=status]')?.textContent;

/** Loses the connection, or brings it back. */
async function connect(to: boolean): Promise<void> {
  isOnline = to;
  dispatchEvent(new Event(to ? 'online' : 'offline'));
  await vi.advanceTimersByTimeAsync(0);
}

it('shows that the connection is lost, and that it is back, without loading a script', async () => {
  loaded.mockClear();
  await openPage(60_000);
  await connect(false);
  expect(says()).toBe('Sin conexión a internet');
  await connect(true);
  expect(says()).toBe('Conexión a internet restaurada');
  await vi.advanceTimersByTimeAsync(8000);
  expect(says()).toBeUndefined();
  expect(loaded).not.toHaveBeenCalled();
  // A frame that React has taken over shows the connection messages itself, so the page's script must not.
  document.body.insertAdjacentHTML('beforeend', '<div data-island="frame" data-awake></div>');
  await connect(false);
  expect(says()).toBeUndefined();
});

it('shows one message of a missed press and the connection at a time, since both have one place', async () => {
  await openPage(60_000);
  const missedPress = document.getElementById('missed-press')!;
  missedPress.hidden = false;
  await connect(false);
  expect(says()).toBeUndefined();
  expect(missedPress.hidden).toBe(false);
  await connect(true);
  expect(says()).toBe('Conexión a internet restaurada');
  expect(missedPress.hidden).toBe(true);
});
