import { beforeEach, expect, it, vi } from 'vitest';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import type { Reader } from '@cuentos/epub/render/reader';
import type { LoadedOverlays } from './overlays.tsx';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import { overlaysCode } from './overlays-code.ts';
import { OverlaysLoader } from './overlays-loader.ts';
import { readerTexts } from '../texts.ts';

vi.mock('./overlays-code.ts', () => ({ overlaysCode: vi.fn() }));
vi.mock('../../../ui/overlays/toast-store.ts', () => ({ showToastHere: vi.fn() }));

type Code = Awaited<ReturnType<typeof overlaysCode>>;

const open = vi.fn<ReadingTools['open']>();
const tools = { open } as Partial<ReadingTools> as ReadingTools;
const overlays = { tools } as Partial<LoadedOverlays> as LoadedOverlays;
const code = { openOverlays: () => overlays } as Partial<Code> as Code;
const closePanel = vi.fn();

/** Makes a loader for a session whose first page is shown or not. */
function loaderOf(ready: boolean, use: ReadingSession['use'] = () => undefined): OverlaysLoader {
  const session: Partial<ReadingSession> = {
    use,
    closePanel,
    snapshot: () => ({ ready }) as ReturnType<ReadingSession['snapshot']>,
  };
  return new OverlaysLoader(session as ReadingSession);
}

beforeEach(() => {
  vi.resetAllMocks();
});

it('a request before the code has loaded waits for it, and the code is fetched once', async () => {
  let arrive: (arrived: Code) => void = () => {};
  vi.mocked(overlaysCode).mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  const loader = loaderOf(true);
  loader.whenHere((here) => here.open({ search: true }));
  loader.begin();
  loader.whenHere((here) => here.open({ tutorial: true }));
  await Promise.resolve();
  expect(open).not.toHaveBeenCalled();
  arrive(code);
  await vi.waitFor(() => expect(open.mock.calls).toEqual([[{ search: true }], [{ tutorial: true }]]));
  expect(overlaysCode).toHaveBeenCalledTimes(1);
  expect(loader.snapshot().overlays).toBe(overlays);
});

it('shows a message when the code cannot be loaded, and the next request tries again', async () => {
  vi.mocked(overlaysCode).mockRejectedValueOnce(new TypeError('no connection')).mockResolvedValue(code);
  const loader = loaderOf(true);
  loader.whenHere((here) => here.open({ search: true }));
  await vi.waitFor(() => expect(showToastHere).toHaveBeenCalledWith('error', readerTexts.toolNotHere));
  expect(closePanel).toHaveBeenCalledTimes(1);
  expect(open).not.toHaveBeenCalled();
  loader.whenHere((here) => here.open({ search: true }));
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(1));
  expect(overlaysCode).toHaveBeenCalledTimes(2);
});

it('fetches nothing by itself before the first page is shown', () => {
  loaderOf(false).begin();
  expect(overlaysCode).not.toHaveBeenCalled();
});

it('reloads the page when the connection is back and the browser has cached a module’s failure', async () => {
  vi.mocked(overlaysCode).mockRejectedValue(new TypeError('a module of the module is kept as failed'));
  const reload = vi.fn();
  const answer = vi.fn<() => Promise<Pick<Response, 'ok'>>>();
  vi.stubGlobal('location', { href: 'http://localhost/reader', reload });
  vi.stubGlobal('fetch', answer.mockRejectedValueOnce(new TypeError('no connection')).mockResolvedValue({ ok: true }));
  let stop: () => void = () => {};
  loaderOf(true, (extension) => (stop = extension({ on: () => () => {} } as Partial<Reader> as Reader)));
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
  expect(reload, 'a page that cannot be had would be lost').not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  stop();
  vi.unstubAllGlobals();
});
