/** Bytes of the header of RIFF, of the format and of the data. */
const HEADER = 44;

/**
 * A WAV file of one channel (RIFF, uncompressed).
 * @param samples 8 bits each, without sign: 128 is silence
 * @param sampleRate samples a second
 */
export function wavOf(samples: Uint8Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER + samples.length);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => new TextEncoder().encodeInto(text, bytes.subarray(at));
  write(0, 'RIFF');
  view.setUint32(4, HEADER - 8 + samples.length, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, samples.length, true);
  bytes.set(samples, HEADER);
  return bytes;
}
