import { beforeEach, expect, it, vi } from 'vitest';
import { startDevice } from './start-device.ts';

const heard = vi.hoisted(() => ({
  settled: (_settled: unknown) => {},
  importSettled: (_settled: unknown) => {},
  register: vi.fn(),
  offlineReady: vi.fn<() => Promise<void>>(),
  began: [] as (() => void)[],
  parts: new Set<string>(),
  ended: [] as ((ended: { request: { bookId: string }; outcome: string }) => void)[],
  showToast: vi.fn(),
}));
vi.mock('../../device/outbox.ts', () => ({
  flushOutbox: async () => 'empty',
  startOutbox: () => {},
}));
vi.mock('../../device/downloads.ts', () => ({
  downloads: {
    onEnd: (listener: (typeof heard.ended)[number]) => heard.ended.push(listener),
    subscribe: (listener: () => void) => {
      heard.began.push(listener);
      return () => {};
    },
    parts: () => heard.parts,
  },
}));
vi.mock('../../device/owner.ts', () => ({ setDeviceOwner: async () => {} }));
vi.mock('../../device/stored-epubs.ts', () => ({ storedEpubs: { load: async () => {} } }));
vi.mock('../../device/app-updates.ts', () => ({
  appUpdates: { register: heard.register, offlineReady: heard.offlineReady },
}));
vi.mock('../highlights/highlight-outbox.ts', () => ({
  highlightOutbox: { onSettled: (listener: typeof heard.settled) => (heard.settled = listener) },
}));
vi.mock('../highlights/import-outbox.ts', () => ({
  importOutbox: { onSettled: (listener: typeof heard.importSettled) => (heard.importSettled = listener) },
}));
vi.mock('../highlights/replica.ts', () => ({ saveUnsavedChanges: async () => {} }));
vi.mock('./position/position-store.ts', () => ({}));
vi.mock('../bookmarks/bookmark-outbox.ts', () => ({}));
vi.mock('../notebook/trash-outbox.ts', () => ({}));
vi.mock('./themes/shared-settings.ts', () => ({ fetchSettings: async () => {} }));
vi.mock('../library/finished/finished-parts.ts', () => ({}));
vi.mock('../library/cache-book-page.ts', () => ({ cacheBookPage: async () => {} }));
vi.mock('../../ui/overlays/toast-store.ts', () => ({ showToast: heard.showToast }));

beforeEach(async () => {
  await startDevice();
  heard.showToast.mockClear();
});

it.each([
  ['create', 'Error al crear el highlight'],
  ['update', 'Error al actualizar el highlight'],
])('a message tells of content that the server refuses for good in a %s', (kind, sentence) => {
  heard.settled({ entry: { change: { kind } }, outcome: { kind: 'refused' } });
  expect(heard.showToast.mock.calls).toEqual([['error', sentence]]);
});

it.each([
  [[{}, {}], [], 'La tienda no aceptó 2 de las notas que trajiste. Siguen en tu archivo.'],
  [[], [{}], 'La tienda no pudo quitar una de las notas que trajiste.'],
])('a message tells of imported notes that the server refuses for good', async (brought, takenBack, sentence) => {
  heard.importSettled({ entry: { brought, takenBack }, outcome: { kind: 'blocked' } });
  heard.importSettled({ entry: { brought, takenBack }, outcome: { kind: 'refused' } });
  await vi.dynamicImportSettled();
  expect(heard.showToast.mock.calls).toEqual([['error', sentence]]);
});

it('a deletion that the server refuses is only logged', () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  heard.settled({ entry: { change: { kind: 'delete', annotationId: 'one' } }, outcome: { kind: 'refused' } });
  expect(heard.showToast).not.toHaveBeenCalled();
  expect(logged.mock.calls).toEqual([['the server did not delete the highlight one']]);
  logged.mockRestore();
});

it.each(['taken', 'gone', 'blocked'])('shows no message for a change that was %s', (kind) => {
  heard.settled({ entry: { change: { kind: 'create' } }, outcome: { kind } });
  expect(heard.showToast).not.toHaveBeenCalled();
});

it('the service worker is registered when the download of the first part begins', async () => {
  for (const listener of heard.began) listener();
  await vi.dynamicImportSettled();
  expect(heard.register).not.toHaveBeenCalled();
  heard.parts.add('part');
  for (const listener of heard.began) listener();
  await vi.dynamicImportSettled();
  expect(heard.register).toHaveBeenCalled();
});

it('reports a stored part once documents and code are stored too, and only logs a failed download', async () => {
  const end = async (outcome: string) => {
    for (const listener of heard.ended) listener({ request: { bookId: 'book' }, outcome });
    await vi.dynamicImportSettled();
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  heard.offlineReady.mockReturnValue(promise);
  await end('stored');
  expect(heard.showToast).not.toHaveBeenCalled();
  resolve();
  await vi.waitFor(() => expect(heard.showToast.mock.calls).toEqual([['success', 'Libro descargado y guardado']]));
  heard.showToast.mockClear();
  for (const outcome of ['failed', 'cancelled', 'already-here']) await end(outcome);
  expect(heard.showToast).not.toHaveBeenCalled();
});

it.each([
  ['full', /^No queda espacio/],
  ['not-ours', /aquí hay copias de otra cuenta/],
])('gives the reason why a part was not stored: %s', async (outcome, sentence) => {
  for (const listener of heard.ended) listener({ request: { bookId: 'book' }, outcome });
  await vi.dynamicImportSettled();
  expect(heard.showToast.mock.calls).toEqual([['error', expect.stringMatching(sentence)]]);
});
