import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@cuentos/contract/limits';
import sharp from 'sharp';
import { pictureWidths } from './picture.ts';

/**
 * Child process: `encode-image-worker.ts <input> <folder> <allow-svg>`. Re-encodes a picture in the sizes used, without
 * its metadata, and prints `{width, height}`. A process of its own keeps the decoder's memory out of the server.
 */
const formats = new Set(['jpeg', 'png', 'webp']);

async function encode(input: string, folder: string, allowSvg: boolean): Promise<{ width: number; height: number }> {
  const options = { limitInputPixels: limits.imagePixels, failOn: 'error', density: allowSvg ? 144 : 72 } as const;
  const { format, width, height } = await sharp(input, options).metadata();
  const known = formats.has(format ?? '') || (allowSvg && format === 'svg');
  if (!known || !width || !height) throw new Error('unsupported picture');
  const upright = sharp(input, options).rotate();
  for (const target of pictureWidths) {
    const file = join(folder, `${target}.webp`);
    await upright.clone().resize({ width: target, withoutEnlargement: true }).webp({ quality: 82 }).toFile(file);
  }
  const fallback = upright.clone().resize({ width: 640, withoutEnlargement: true }).flatten({ background: '#fff' });
  await writeFile(join(folder, 'fallback.jpg'), await fallback.jpeg({ quality: 82, mozjpeg: true }).toBuffer());
  const shown = await upright
    .clone()
    .resize({ width: 960, withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true });
  return { width: shown.info.width, height: shown.info.height };
}

const [input = '', folder = '', allowSvg = ''] = process.argv.slice(2);
const size = await encode(input, folder, allowSvg === 'svg');
process.stdout.write(JSON.stringify(size));
