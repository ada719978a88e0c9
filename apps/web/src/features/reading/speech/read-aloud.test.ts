import type { Sentence } from '@cuentos/epub/render/tools/speech';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeVoices, installVoices } from './testing/fake-voices.ts';
import { ReadAloud } from './read-aloud.ts';
import { spanishVoices, voiceName } from './voices.ts';

const texts = ['Uno.', 'Dos.', 'Tres.'];

async function* sentences(): AsyncGenerator<Sentence> {
  for (const text of texts) yield { sectionIndex: 0, cfi: `cfi-${text}`, text, language: 'es' };
}

function aloud() {
  const marked: (string | null)[] = [];
  const reader = {
    speech: sentences as never,
    markSpoken: async (cfi: string | null) => void marked.push(cfi),
  };
  return { marked, voice: new ReadAloud(reader) };
}
const settled = () => vi.advanceTimersByTimeAsync(10);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('reading aloud', () => {
  it('says sentence after sentence, marks each, and stops at the end of the book', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice, marked } = aloud();
    await voice.start();
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

  it('begins the sentence again after a pause, and steps on and back', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud();
    await voice.start();
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
    await voice.start();
    await settled();
    expect(spoken.now()?.voice?.lang).toBe('es-CL');
    voice.choose({ rate: 1.5, voice: 'es-es' });
    await settled();
    expect(spoken.now()).toMatchObject({ rate: 1.5, voice: { lang: 'es-ES' }, text: 'Uno.' });
    expect(new ReadAloud({ speech: sentences as never, markSpoken: async () => {} }).snapshot()).toMatchObject({
      rate: 1.5,
      voice: 'es-es',
    });
  });

  it('falls silent at the end, whatever still comes', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice, marked } = aloud();
    await voice.start();
    await settled();
    const last = spoken.now();
    voice.end();
    expect(spoken.now()).toBeNull();
    last?.dispatchEvent(new Event('end'));
    await settled();
    expect(spoken.now()).toBeNull();
    expect(marked.at(-1)).toBeNull();
  });

  it('says so without a Spanish voice, and without any', async () => {
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

  it('waits for voices that come late', async () => {
    const spoken = installVoices([]);
    const { voice } = aloud();
    const started = voice.start();
    await vi.advanceTimersByTimeAsync(300);
    spoken.arrive(fakeVoices);
    await vi.advanceTimersByTimeAsync(10);
    await started;
    await settled();
    expect(spoken.now()?.text).toBe('Uno.');
  });

  it('stops with a sentence when a voice fails, and goes on when asked', async () => {
    const spoken = installVoices(fakeVoices);
    const { voice } = aloud();
    await voice.start();
    await settled();
    spoken.now()?.dispatchEvent(new Event('error'));
    expect(voice.snapshot().status).toBe('failed');
    voice.toggle();
    await settled();
    expect(spoken.now()?.text).toBe('Uno.');
  });
});

it('prefers Chile, then the rest of America, then Spain; voices of this device first', () => {
  expect(spanishVoices(fakeVoices).map(({ lang }) => lang)).toEqual(['es-CL', 'es-419', 'es_MX', 'es-ES']);
  const named = (name: string, lang: string) => voiceName({ name, lang, voiceURI: '', localService: true });
  expect(named('Microsoft Catalina Online (Natural) - Spanish (Chile)', 'es-CL')).toBe('Catalina Online (es-CL)');
  expect(named('Paulina', 'es_MX')).toBe('Paulina (es-MX)');
});
