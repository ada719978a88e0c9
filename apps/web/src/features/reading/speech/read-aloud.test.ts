import { narrationPath } from '@cuentos/epub/container/narration';
import type { Sentence } from '@cuentos/epub/render/tools/sentence';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeVoices, installVoices } from './testing/fake-voices.ts';
import type { OpenedBook } from '../opening/open-book.ts';
import { ReadAloud } from './read-aloud.ts';
import { partsForVoice } from './voice-speaker.ts';
import { spanishVoices, voiceName } from './voices.ts';

const texts = ['Uno.', 'Dos.', 'Tres.'];
const book = { publication: { resources: [] as unknown }, loader: {} } as Pick<OpenedBook, 'publication' | 'loader'>;

async function* sentences(all = texts): AsyncGenerator<Sentence> {
  for (const text of all)
    yield { sectionIndex: 0, cfi: `cfi-${text}`, text, language: 'es', isNote: text.startsWith('*') };
}

function aloud(all = texts) {
  const marked: (string | null)[] = [];
  const reader = {
    speech: (() => sentences(all)) as never,
    markSpoken: async (cfi: string | null) => void marked.push(cfi),
  };
  return { marked, voice: new ReadAloud(reader, book) };
}
const settled = () => vi.advanceTimersByTimeAsync(100);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('reading aloud', () => {
  it('speaks sentence after sentence, marks each, and stops at the end of the book', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice, marked } = aloud();
    void voice.start();
    await settled();
    for (const text of texts) {
      await settled();
      expect(spoken.now()?.text).toBe(text);
      expect(marked.at(-1)).toBe(`cfi-${text}`);
      spoken.finish();
    }
    await settled();
    expect(voice.snapshot().status).toBe('finished');
    expect(marked.at(-1)).toBeNull();
  });

  it('repeats the sentence after a pause, and steps on and back', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud();
    void voice.start();
    await settled();
    voice.toggle();
    expect(spoken.now()).toBeNull();
    expect(voice.snapshot().status).toBe('paused');
    voice.toggle();
    await settled();
    expect(spoken.now()?.text).toBe('Uno.');
    voice.step(1);
    await settled();
    expect(spoken.now()?.text).toBe('Dos.');
    voice.step(-1);
    voice.step(-1);
    await settled();
    expect(spoken.now()?.text).toBe('Uno.');
  });

  it('keeps speed and voice, and uses them at once', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud();
    void voice.start();
    await settled();
    expect(spoken.now()?.voice?.lang).toBe('es-CL');
    voice.choose({ rate: 1.5, voice: 'es-es' });
    await settled();
    expect(spoken.now()).toMatchObject({ rate: 1.5, voice: { lang: 'es-ES' }, text: 'Uno.' });
    expect(new ReadAloud({ speech: sentences as never, markSpoken: async () => {} }, book).snapshot()).toMatchObject({
      rate: 1.5,
      voice: 'es-es',
    });
  });

  it('speaks on though a page does not turn', async () => {
    const spoken = installVoices(fakeVoices);
    const reader = { speech: (() => sentences()) as never, markSpoken: () => new Promise<void>(() => {}) };
    const voice = new ReadAloud(reader, book);
    void voice.start();
    await vi.advanceTimersByTimeAsync(2000);
    expect(spoken.now()?.text).toBe('Uno.');
  });

  it('says when the text does not arrive, and requests it again when told to', async () => {
    const spoken = installVoices(fakeVoices);
    async function* broken(): AsyncGenerator<Sentence> {
      yield* sentences(['Uno.']);
      throw new Error('the next section did not come');
    }
    const speech = vi.fn((_from?: string) => sentences());
    speech.mockImplementationOnce(broken);
    const voice = new ReadAloud({ speech: speech as never, markSpoken: async () => {} }, book);
    void voice.start();
    await settled();
    spoken.finish();
    await settled();
    expect(voice.snapshot()).toMatchObject({ status: 'failed', failure: 'failed' });
    voice.toggle();
    await settled();
    expect(speech).toHaveBeenLastCalledWith('cfi-Uno.', false);
    expect(spoken.now()?.text).toBe('Uno.');
  });

  it('is silent after its end, whatever still arrives', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice, marked } = aloud();
    void voice.start();
    await settled();
    const last = spoken.now();
    voice.end();
    expect(spoken.now()).toBeNull();
    last?.dispatchEvent(new Event('end'));
    await settled();
    expect(spoken.now()).toBeNull();
    expect(marked.at(-1)).toBeNull();
  });

  it('says when there is no Spanish voice, and when there are no voices', async () => {
    installVoices(fakeVoices.filter(({ lang }) => lang === 'en-US'));
    const { voice } = aloud();
    const started = voice.start();
    await vi.advanceTimersByTimeAsync(2000);
    await started;
    expect(voice.snapshot().status).toBe('no-voice');
    vi.unstubAllGlobals();
    vi.stubGlobal('speechSynthesis', undefined);
    const silent = aloud().voice;
    await silent.start();
    expect(silent.snapshot().status).toBe('no-speech');
  });

  it('waits for voices that arrive late', async () => {
    const spoken = installVoices([]);
    const { voice } = aloud();
    void voice.start();
    await vi.advanceTimersByTimeAsync(300);
    spoken.arrive(fakeVoices);
    await settled();
    expect(spoken.now()?.text).toBe('Uno.');
  });
});

/** Longer than any voice takes for these sentences, ms. */
const LONG_MS = 60_000;
const remote = fakeVoices.filter(({ localService }) => !localService);

describe('a voice that fails', () => {
  it('is tried once more, then reported, and continues when asked', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud();
    void voice.start();
    await settled();
    spoken.fail('synthesis-failed');
    await settled();
    expect(spoken.texts()).toEqual(['Uno.', 'Uno.']);
    spoken.fail('synthesis-failed');
    await settled();
    expect(voice.snapshot()).toMatchObject({ status: 'failed', failure: 'failed' });
    voice.toggle();
    await settled();
    expect(spoken.now()?.text).toBe('Uno.');
    expect(voice.snapshot().failure).toBeNull();
  });

  it('and never begins is tried once more, then reported', async () => {
    const spoken = installVoices(fakeVoices, { isStuck: true });
    const { voice } = aloud();
    void voice.start();
    await vi.advanceTimersByTimeAsync(6000);
    expect(spoken.texts()).toEqual(['Uno.', 'Uno.']);
    await vi.advanceTimersByTimeAsync(6000);
    expect(voice.snapshot()).toMatchObject({ status: 'failed', failure: 'silent' });
    spoken.faults.isStuck = false;
    voice.toggle();
    await settled();
    expect(spoken.now()?.text).toBe('Uno.');
  });

  it('and sends no end event is followed by the next sentence, whether it claims to be speaking or not', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud();
    void voice.start();
    await vi.advanceTimersByTimeAsync(2000);
    spoken.loseEnd();
    await vi.advanceTimersByTimeAsync(2000);
    expect(spoken.now()?.text).toBe('Dos.');
    await vi.advanceTimersByTimeAsync(LONG_MS / 8);
    expect(spoken.now()?.text).toBe('Tres.');
  });

  it('and stops in the middle repeats the sentence, so that no words are lost', async () => {
    const long = `Era ${'una noche muy larga '.repeat(8)}en el faro.`;
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud([long, 'Dos.']);
    void voice.start();
    await settled();
    spoken.loseEnd();
    await vi.advanceTimersByTimeAsync(1500);
    expect(spoken.texts()).toEqual([long, long]);
  });

  it('and needs a connection is replaced by a voice of the device, until the connection is back', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud();
    voice.choose({ voice: 'es-419' });
    void voice.start();
    await settled();
    expect(spoken.now()?.voice?.lang).toBe('es-419');
    spoken.fail('network');
    await settled();
    expect(spoken.now()).toMatchObject({ text: 'Uno.', voice: { lang: 'es-CL' } });
    expect(voice.snapshot().substitute?.lang).toBe('es-CL');
    dispatchEvent(new Event('online'));
    expect(voice.snapshot().substitute).toBeNull();
    spoken.finish();
    await settled();
    expect(spoken.now()).toMatchObject({ text: 'Dos.', voice: { lang: 'es-419' } });
  });

  it('and needs a connection is reported where it is the only voice', async () => {
    const spoken = installVoices(remote);
    const { voice } = aloud();
    void voice.start();
    await settled();
    spoken.fail('network');
    await settled();
    expect(voice.snapshot()).toMatchObject({ status: 'failed', failure: 'network' });
    voice.toggle();
    await settled();
    expect(spoken.now()?.text).toBe('Uno.');
  });

  it('because the page is hidden repeats its sentence when the page is visible again', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud();
    void voice.start();
    await settled();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    spoken.fail('interrupted');
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(spoken.texts()).toEqual(['Uno.']);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(spoken.texts()).toEqual(['Uno.', 'Uno.']);
  });

  it('and was left paused by the browser is resumed', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud();
    void voice.start();
    await settled();
    spoken.synthesis.paused = true;
    await vi.advanceTimersByTimeAsync(600);
    expect(spoken.synthesis.resume).toHaveBeenCalledOnce();
  });

  it('and would be cut off after a quarter of a minute gets a long sentence in parts', () => {
    const [online, local] = [{ localService: false }, { localService: true }];
    const long = `${'La niebla, '.repeat(20)}${'sinpausas'.repeat(30)}`;
    const parts = partsForVoice(long, online, 1);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(130);
    expect(parts.join('').replaceAll(' ', '')).toBe(long.replaceAll(' ', ''));
    expect(partsForVoice(long, local, 1)).toEqual([long]);
  });
});

describe('notes', () => {
  const noted = ['Uno.', '* Una nota.', 'Dos.'];

  it('are skipped, on and back, unless the reader wants them', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud(noted);
    void voice.start();
    await settled();
    expect(voice.snapshot().hasNotes).toBe(false);
    spoken.finish();
    await settled();
    expect(voice.snapshot().hasNotes).toBe(true);
    expect(spoken.now()?.text).toBe('Dos.');
    voice.step(-1);
    await settled();
    expect(spoken.now()?.text).toBe('Uno.');
    voice.choose({ notes: true });
    spoken.finish();
    await settled();
    expect(spoken.now()?.text).toBe('* Una nota.');
  });

  it('are read where the reader started in one', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud(['* Una nota.', 'Dos.']);
    void voice.start();
    await settled();
    expect(spoken.now()?.text).toBe('* Una nota.');
  });
});

it('a narrated book is played where no voice is available, though a voice was chosen', async () => {
  localStorage.setItem('readAloud', JSON.stringify({ rate: 1, voice: 'es-cl', narration: false }));
  vi.stubGlobal('speechSynthesis', undefined);
  vi.stubGlobal('Audio', function SilentAudio() {
    return Object.assign(new EventTarget(), { pause: () => {}, removeAttribute: () => {} });
  });
  const speech = vi.fn((_from?: string, _isNarrated?: boolean) => sentences([]));
  const reader = { speech: speech as never, markSpoken: async () => {} };
  const resources = [{ path: narrationPath(0) }] as unknown;
  const voice = new ReadAloud(reader, { ...book, publication: { resources } } as never);
  expect(voice.isNarrated).toBe(false);
  await voice.start();
  expect(voice.isNarrated).toBe(true);
  expect(speech.mock.calls.map(([, isNarrated]) => isNarrated)).toEqual([false, true]);
});

it('ignores the speaker before, whose next sentence was still awaited', async () => {
  const spoken = installVoices(fakeVoices);
  localStorage.setItem('readAloud', JSON.stringify({ rate: 1, voice: null, narration: true }));
  vi.stubGlobal('Audio', function SilentAudio() {
    return Object.assign(new EventTarget(), { pause: () => {}, removeAttribute: () => {} });
  });
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  async function* late(): AsyncGenerator<Sentence> {
    await arrival;
    yield* sentences(['Tarde.']);
  }
  const speech = vi.fn((_from?: string, isNarrated?: boolean) => (isNarrated ? late() : sentences()));
  const resources = [{ path: narrationPath(0) }] as unknown;
  const reader = { speech: speech as never, markSpoken: async () => {} };
  const voice = new ReadAloud(reader, { ...book, publication: { resources } } as never);
  void voice.start();
  await settled();
  voice.choose({ narration: false });
  arrive();
  await settled();
  expect(spoken.now()?.text).toBe('Uno.');
  spoken.finish();
  await settled();
  expect(spoken.now()?.text).toBe('Dos.');
  voice.step(-1);
  await settled();
  expect(spoken.now()?.text).toBe('Uno.');
});

it('prefers Chile, then the rest of America, then Spain; voices of this device first', () => {
  expect(spanishVoices(fakeVoices).map(({ lang }) => lang)).toEqual(['es-CL', 'es-419', 'es_MX', 'es-ES']);
  const named = (name: string, lang: string) => voiceName({ name, lang, voiceURI: '', localService: true });
  expect(named('Microsoft Catalina Online (Natural) - Spanish (Chile)', 'es-CL')).toBe('Catalina Online (es-CL)');
  expect(named('Paulina', 'es_MX')).toBe('Paulina (es-MX)');
});
