import { wavOf } from '@cuentos/domain/sound/wav';
import type { FileSpec } from './make-epub.ts';

const SAMPLE_RATE = 8000;

/** A WAV of a tone: 8 bits, one channel. */
export function makeTone(seconds: number, hertz = 440): Uint8Array<ArrayBuffer> {
  const sampleAt = (at: number) => 128 + Math.round(40 * Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE));
  const samples = Uint8Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, at) => sampleAt(at));
  return wavOf(samples, SAMPLE_RATE);
}

/** A media overlay around these pars. */
export const smil = (pars: string): string =>
  '<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">' +
  `<body>${pars}</body></smil>`;

/** A par that narrates an element. */
export const par = (text: string, sound: string, times: string, type?: string): string =>
  `<par${type === undefined ? '' : ` epub:type="${type}"`}><text src="${text}"/><audio src="${sound}" ${times}/></par>`;

/** The file of a media overlay. */
export const overlayFile = (id: string, pars: string): FileSpec => ({
  id,
  path: `${id}.smil`,
  content: smil(pars),
  mediaType: 'application/smil+xml',
});

/** A file of sound. */
export const soundFile = (path: string, seconds: number, hertz?: number): FileSpec => ({
  path,
  content: makeTone(seconds, hertz),
  mediaType: 'audio/wav',
});
