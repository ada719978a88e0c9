import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenedBook } from '../opening/open-book.ts';
import { showMediaControls } from './media-controls.ts';

const handlers = new Map<string, (() => void) | null>();
const session = { metadata: null as Record<string, unknown> | null, playbackState: 'none', setActionHandler: vi.fn() };
const sound = { paused: true, loop: false, play: vi.fn(async () => {}), pause: vi.fn(), removeAttribute: () => {} };

beforeEach(() => {
  handlers.clear();
  session.setActionHandler.mockImplementation((action: string, handler: (() => void) | null) => {
    if (action === 'stop') throw new TypeError('unknown');
    handlers.set(action, handler);
  });
  vi.stubGlobal('navigator', { mediaSession: session });
  vi.stubGlobal('MediaMetadata', function FakeMetadata(this: object, init: object) {
    Object.assign(this, init);
  });
  vi.stubGlobal('Audio', function FakeAudio() {
    return sound;
  });
});
afterEach(() => vi.unstubAllGlobals());

const book = {
  partName: 'Parte 1',
  bookName: 'El faro',
  publication: {
    metadata: { creator: 'Ana Soto' },
    coverPath: 'cover.jpg',
    resources: [{ path: 'cover.jpg', mediaType: 'image/jpeg' }],
  },
  loader: { blob: async () => new Blob(['cover']) },
} as unknown as OpenedBook;

it('the lock screen shows part, book, author and cover, plays, pauses and steps, and is cleared at the end', async () => {
  const state = { status: 'speaking' };
  const listeners = new Set<() => void>();
  const player = {
    play: vi.fn(),
    pause: vi.fn(),
    step: vi.fn(),
    snapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const hide = showMediaControls(book, player as never, () => {});
  expect(session.playbackState).toBe('playing');
  // Browsers show media controls only while a media element plays.
  expect(sound).toMatchObject({ loop: true });
  expect(sound.play).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(session.metadata).toHaveProperty('artwork'));
  expect(session.metadata).toMatchObject({ title: 'Parte 1', album: 'El faro', artist: 'Ana Soto' });
  handlers.get('pause')?.();
  handlers.get('play')?.();
  handlers.get('nexttrack')?.();
  handlers.get('previoustrack')?.();
  expect(player.pause).toHaveBeenCalledOnce();
  expect(player.play).toHaveBeenCalledOnce();
  expect(player.step.mock.calls).toEqual([[1], [-1]]);
  state.status = 'paused';
  for (const listener of listeners) listener();
  expect(session.playbackState).toBe('paused');
  expect(sound.pause).toHaveBeenCalledOnce();
  hide();
  expect(session).toMatchObject({ playbackState: 'none', metadata: null });
  expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
  expect(listeners.size).toBe(0);
});
