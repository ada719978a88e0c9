import { beforeEach, expect, it, vi } from 'vitest';
import { wakeOffline } from './wake-offline.ts';

const heard = vi.hoisted(() => ({
  settled: (_mutation: unknown, _outcome: unknown) => {},
  ended: (_request: unknown, _outcome: string) => {},
  showToast: vi.fn(),
}));
vi.mock('../offline/flush-outbox.ts', () => ({
  onHighlightSettled: (listener: typeof heard.settled) => (heard.settled = listener),
}));
vi.mock('../offline/downloads.ts', () => ({
  downloads: { onEnd: (listener: typeof heard.ended) => (heard.ended = listener) },
}));
vi.mock('../offline/start-offline.ts', () => ({ startOffline: async () => {} }));
vi.mock('../ui/toast-store.ts', () => ({ showToast: heard.showToast }));

beforeEach(async () => {
  await wakeOffline();
  heard.showToast.mockClear();
});

it.each([
  ['create', 'Error al crear el highlight'],
  ['update', 'Error al actualizar el highlight'],
])('content that the server refuses for good in a %s says so', (kind, sentence) => {
  heard.settled({ change: { kind } }, { kind: 'refused' });
  expect(heard.showToast.mock.calls).toEqual([['error', sentence]]);
});

it.each(['taken', 'gone', 'parked'])('nothing is said of a change that was %s', (kind) => {
  heard.settled({ change: { kind: 'create' } }, { kind });
  expect(heard.showToast).not.toHaveBeenCalled();
});

it('a stored part is told; a download that failed is only logged', () => {
  heard.ended({}, 'stored');
  expect(heard.showToast.mock.calls).toEqual([['success', 'Libro descargado y guardado']]);
  heard.showToast.mockClear();
  for (const outcome of ['failed', 'cancelled', 'already-here']) heard.ended({}, outcome);
  expect(heard.showToast).not.toHaveBeenCalled();
});
