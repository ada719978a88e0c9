import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { type Face, openFace, outline } from '../../platform/outlines.ts';
import type { ShareDrawing } from './share-pictures.ts';

/**
 * Child process: `draw-share-picture-worker.ts <drawing.json>`. Draws what a link looks like in a chat and writes the
 * JPEG to its output. Text becomes outlines of our own faces, for a server has no fonts to count on, and a name can
 * bring no markup into a drawing that holds no text.
 */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 84;
const COVER_HEIGHT = 500;
const COVER_WIDTH = Math.round((COVER_HEIGHT * 2) / 3);

/** Widths at the size of 1, by face; a title's words are measured for several sizes. */
const measured = new Map<Face, Map<string, number>>();

function widthOf(face: Face, text: string): number {
  const widths = measured.get(face) ?? new Map<string, number>();
  measured.set(face, widths);
  const width = widths.get(text) ?? outline(face, text, 1).width;
  widths.set(text, width);
  return width;
}

/** Breaks lines between words, and inside a word that is wider than a line. */
function wrap(face: Face, text: string, size: number, limit: number): string[] {
  const space = widthOf(face, ' ') * size;
  const lines: { text: string; width: number }[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const last = lines.at(-1);
    const width = widthOf(face, word) * size;
    if (last && last.width + space + width <= limit) {
      last.text += ` ${word}`;
      last.width += space + width;
    } else lines.push(...(width <= limit ? [{ text: word, width }] : pieceWord(face, word, size, limit)));
  }
  return lines.map((line) => line.text);
}

function pieceWord(face: Face, word: string, size: number, limit: number): { text: string; width: number }[] {
  const pieces = [{ text: '', width: 0 }];
  for (const letter of word) {
    const width = widthOf(face, letter) * size;
    const last = pieces.at(-1);
    if (last && last.width + width <= limit) {
      last.text += letter;
      last.width += width;
    } else pieces.push({ text: letter, width });
  }
  return pieces;
}

/** The largest size at which a text fits into so many lines; at the smallest its end is left out. */
function fit(face: Face, text: string, limit: number, sizes: readonly (readonly [number, number])[]) {
  for (const [size, most] of sizes) {
    const lines = wrap(face, text, size, limit);
    if (lines.length <= most) return { size, lines };
  }
  const [size = 0, most = 0] = sizes.at(-1) ?? [];
  const visibleLines = wrap(face, text, size, limit).slice(0, most);
  const last = visibleLines.at(-1)?.replace(/[\s.,;:]*\S{0,2}$/, '…') ?? '';
  return { size, lines: [...visibleLines.slice(0, -1), last] };
}

const place = (paths: readonly string[], x: number, y: number, fill: string): string =>
  `<g transform="translate(${x} ${y})" fill="${fill}">${paths.map((d) => `<path d="${d}"/>`).join('')}</g>`;

const TITLE_SIZES = [
  [84, 3],
  [68, 4],
  [54, 5],
  [44, 6],
  [36, 7],
] as const;
const AUTHOR_SIZE = 36;
const STORE_SIZE = 30;

/** Words at the right of the covers, standing in the middle of the height; the shop's name at the foot. */
async function words({ title, author, storeName, onInk, thread }: ShareDrawing, left: number): Promise<string> {
  const serif = await openFace('normal', { opsz: 60, wght: 580 });
  const italic = await openFace('italic', { opsz: 18, wght: 460 });
  const limit = WIDTH - MARGIN - left;
  const head = title === '' ? storeName : title;
  await serif.prepare(`${head}${storeName}…`);
  await italic.prepare(`${author}…`);
  const { size, lines } = fit(serif, head, limit, TITLE_SIZES);
  const by = author === '' ? null : fit(italic, author, limit, [[AUTHOR_SIZE, 2]]);
  const step = size * 1.16;
  const foot = title === '' ? 0 : STORE_SIZE * 2;
  const block = lines.length * step + (by ? 24 + by.lines.length * AUTHOR_SIZE * 1.3 : 0);
  let y = (HEIGHT - foot - block) / 2 + size * 0.86;
  const drawnPaths: string[] = [];
  for (const line of lines) {
    drawnPaths.push(place(outline(serif, line, size).paths, left, y, onInk));
    y += step;
  }
  y += 24 + AUTHOR_SIZE - size * 0.86;
  for (const line of by?.lines ?? []) {
    drawnPaths.push(place(outline(italic, line, AUTHOR_SIZE).paths, left, y, thread));
    y += AUTHOR_SIZE * 1.3;
  }
  if (title !== '') {
    const store = fit(serif, storeName, limit, [[STORE_SIZE, 1]]);
    drawnPaths.push(place(outline(serif, store.lines[0] ?? '', STORE_SIZE).paths, left, HEIGHT - MARGIN + 8, onInk));
  }
  return drawnPaths.join('');
}

/** Places of the covers, the first one in front; empty without covers. */
function coverPlaces(count: number): { left: number; top: number; width: number; height: number }[] {
  const gap = count > 1 ? 96 : 0;
  return Array.from({ length: count }, (_, index) => {
    const scale = 1 - index * 0.09;
    const [width, height] = [Math.round(COVER_WIDTH * scale), Math.round(COVER_HEIGHT * scale)];
    return { left: MARGIN + index * gap, top: Math.round((HEIGHT - height) / 2), width, height };
  });
}

async function draw(drawing: ShareDrawing): Promise<Buffer> {
  const places = coverPlaces(drawing.covers.length);
  const right = Math.max(0, ...places.map(({ left, width }) => left + width));
  const textLeft = right === 0 ? MARGIN : right + 64;
  // A cover may have the very colour of the ground: a thin light edge keeps it a book.
  const shadows = places
    .map(
      ({ left: x, top, width, height }) =>
        `<rect x="${x + 6}" y="${top + 10}" width="${width}" height="${height}" rx="4" opacity=".3"/>` +
        `<rect x="${x - 1.5}" y="${top - 1.5}" width="${width + 3}" height="${height + 3}" fill="${drawing.onInk}" opacity=".45"/>`,
    )
    .toReversed();
  const seam = `<path d="M28 28H${WIDTH - 28}V${HEIGHT - 28}H28Z" fill="none" stroke="${drawing.thread}" stroke-width="3" stroke-dasharray="14 9" opacity=".8"/>`;
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${drawing.ink}"/>${seam}${shadows.join('')}${await words(drawing, textLeft)}</svg>`;
  const covers = await Promise.all(
    drawing.covers.map(async (path, index) => {
      const { width, height, left: x, top } = places[index] ?? { width: 1, height: 1, left: 0, top: 0 };
      const input = await sharp(path, { failOn: 'error' }).resize(width, height, { fit: 'cover' }).toBuffer();
      return { input, left: x, top };
    }),
  );
  return sharp(Buffer.from(ground))
    .composite(covers.toReversed())
    .flatten({ background: drawing.ink })
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer();
}

const [path = ''] = process.argv.slice(2);
const drawing = JSON.parse(await readFile(path, 'utf8')) as ShareDrawing;
process.stdout.write(await draw(drawing));
