import type { FileSpec } from './make-epub.ts';

const SAMPLE_RATE = 8000;
const HEADER = 44;

/** A WAV of a tone: 8 bits, one channel. */
export function makeTone(seconds: number, hertz = 440): Uint8Array<ArrayBuffer> {
  const length = Math.round(seconds * SAMPLE_RATE);
  const bytes = new Uint8Array(HEADER + length);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => new TextEncoder().encodeInto(text, bytes.subarray(at));
  write(0, 'RIFF');
  view.setUint32(4, HEADER - 8 + length, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, length, true);
  for (let at = 0; at < length; at += 1) {
    bytes[HEADER + at] = 128 + Math.round(40 * Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE));
  }
  return bytes;
}

/** A media overlay around the pars given. */
export const smil = (pars: string): string =>
  '<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">' +
  `<body>${pars}</body></smil>`;

/** A par that says an element. */
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
