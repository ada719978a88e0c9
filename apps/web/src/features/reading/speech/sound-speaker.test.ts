import { ResourceMissing } from '@cuentos/epub/container/loader';
import type { Sentence } from '@cuentos/epub/render/tools/sentence';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SoundSpeaker } from './sound-speaker.ts';

const DURATION = 4;

/** Stands in for the browser's audio player: the test advances its time. */
class FakeAudio extends EventTarget {
  static last: FakeAudio;
  paused = true;
  ended = false;
  currentTime = 0;
  playbackRate = 1;
  preservesPitch = false;
  readonly duration = DURATION;
  #isPlayable = true;

  constructor() {
    super();
    FakeAudio.last = this;
  }

  set src(address: string) {
    this.#isPlayable = !address.endsWith('broken');
    this.currentTime = 0;
    queueMicrotask(() => this.dispatchEvent(new Event(this.#isPlayable ? 'loadedmetadata' : 'error')));
  }

  removeAttribute(): void {
    this.pause();
  }

  async play(): Promise<void> {
    this.paused = false;
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

const settings = { rate: 1.5, voice: null, narration: true, notes: false };
const clip = (from: number, to: number | null, path = 'a.mp3'): Sentence => ({
  sectionIndex: 0,
  cfi: '',
  text: '',
  language: 'es',
  isNote: false,
  clip: { path, mediaType: 'audio/mpeg', from, to },
});
const settled = () => vi.advanceTimersByTimeAsync(0);
const look = () => vi.advanceTimersByTimeAsync(300);

function narrator() {
  const onInterrupted = vi.fn();
  const blob = vi.fn(async (path: string) => {
    if (path === 'missing.mp3') throw new ResourceMissing(path);
    if (path === 'far.mp3') throw new TypeError('no line');
    return new Blob([path]);
  });
  const speaker = new SoundSpeaker({ blob }, onInterrupted);
  const stop = new AbortController();
  const say = (sentence: Sentence, signal = stop.signal) => speaker.say(sentence, settings, signal);
  return { speaker, say, stop, blob, onInterrupted, sound: FakeAudio.last };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Audio', FakeAudio);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(
    (blob) => `blob:${(blob as Blob).size === 10 ? 'broken' : 'sound'}`,
  );
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('plays a clip from its beginning to its end at the chosen speed, and the next one without a gap', async () => {
  const { say, sound, blob } = narrator();
  const first = say(clip(1, 2));
  await settled();
  expect(sound).toMatchObject({ currentTime: 1, playbackRate: 1.5, paused: false });
  sound.currentTime = 2.02;
  await look();
  expect(await first).toBeNull();
  void say(clip(2, 3));
  await settled();
  expect(sound).toMatchObject({ currentTime: 2.02, paused: false });
  expect(blob).toHaveBeenCalledOnce();
});

it('stops at the end of a clip that has no successor', async () => {
  const { say, sound, onInterrupted } = narrator();
  const only = say(clip(0, 1));
  await settled();
  sound.currentTime = 1;
  await look();
  expect(await only).toBeNull();
  await look();
  expect(sound.paused).toBe(true);
  expect(onInterrupted).not.toHaveBeenCalled();
});

it('continues where it was stopped, not at the beginning of a long clip', async () => {
  const { say, stop, sound, onInterrupted } = narrator();
  const long = clip(0, null);
  const first = say(long);
  await settled();
  sound.currentTime = 3;
  stop.abort();
  expect(await first).toBeNull();
  expect(sound.paused).toBe(true);
  expect(onInterrupted).not.toHaveBeenCalled();
  void say(long, new AbortController().signal);
  await settled();
  expect(sound.currentTime).toBeCloseTo(2.7);
});

it('reports that the system stopped the sound', async () => {
  const { say, sound, onInterrupted } = narrator();
  void say(clip(0, 2));
  await settled();
  sound.pause();
  expect(onInterrupted).toHaveBeenCalledOnce();
});

it('skips missing and broken clips, and clips beyond the end of their sound, and reports when several follow each other', async () => {
  const { say } = narrator();
  expect(await say(clip(0, 1, 'missing.mp3'))).toBeNull();
  expect(await say(clip(0, 1, 'broken.mp3'))).toBeNull();
  expect(await say(clip(DURATION + 1, null))).toBe('sound');
  // The report resets the count of skipped clips, so the next clip is skipped again.
  expect(await say(clip(DURATION + 1, null))).toBeNull();
});

it('reports that it needs the connection instead of skipping through the book', async () => {
  const { say } = narrator();
  expect(await say(clip(0, 1, 'far.mp3'))).toBe('sound-network');
});

it('reports a sound that does not advance', async () => {
  const { say } = narrator();
  const stuck = say(clip(0, 2));
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await stuck).toBe('silent');
});
