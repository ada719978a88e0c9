import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@cuentos/contract/limits';
import sharp from 'sharp';
import { pictureWidths } from './picture.ts';

/** Output of this process. */
export type EncodedPicture = { readonly width: number; readonly height: number } | { readonly unusable: string };

/**
 * Child process: `encode-image-worker.ts <input> <folder> <allow-svg>`. Re-encodes a picture in the sizes used, without
 * its metadata, and prints {@link EncodedPicture}. A separate process keeps the decoder's memory out of the server. It
 * writes files only after all sizes were encoded, so that a failure of writing is never the picture's fault.
 */
const formats = new Set(['jpeg', 'png', 'webp']);

interface EncodedImage {
  readonly width: number;
  readonly height: number;
  readonly files: ReadonlyMap<string, Buffer>;
}

async function encode(input: string, allowSvg: boolean): Promise<EncodedImage> {
  const options = { limitInputPixels: limits.imagePixels, failOn: 'error', density: allowSvg ? 144 : 72 } as const;
  const { format, width, height } = await sharp(input, options).metadata();
  const isSupported = formats.has(format ?? '') || (allowSvg && format === 'svg');
  if (!isSupported || !width || !height) throw new Error('unsupported picture');
  const upright = sharp(input, options).rotate();
  const files = new Map<string, Buffer>();
  for (const target of pictureWidths) {
    const resized = upright.clone().resize({ width: target, withoutEnlargement: true });
    files.set(`${target}.webp`, await resized.webp({ quality: 82 }).toBuffer());
  }
  const fallback = upright.clone().resize({ width: 640, withoutEnlargement: true }).flatten({ background: '#fff' });
  files.set('fallback.jpg', await fallback.jpeg({ quality: 82, mozjpeg: true }).toBuffer());
  const largest = upright.clone().resize({ width: 960, withoutEnlargement: true });
  const { info } = await largest.clone().toBuffer({ resolveWithObject: true });
  files.set('master.webp', await largest.webp({ lossless: true, effort: 0 }).toBuffer());
  return { width: info.width, height: info.height, files };
}

/** The decoder swaps large pictures to files, and reports only in words when the system gave it no space. */
const REFUSED_BY_SYSTEM = /no space left|quota exceeded|read-only file system|input\/output error|too many open files/i;

const [input = '', folder = '', allowSvg = ''] = process.argv.slice(2);
const encoded = await encode(input, allowSvg === 'svg').catch((error: unknown) => {
  if (!(error instanceof Error) || REFUSED_BY_SYSTEM.test(error.message)) throw error;
  return { unusable: error.message };
});
let printed: EncodedPicture = encoded;
if ('files' in encoded) {
  for (const [name, bytes] of encoded.files) await writeFile(join(folder, name), bytes);
  printed = { width: encoded.width, height: encoded.height };
}
process.stdout.write(JSON.stringify(printed));
