import { coloursOf } from './cover-colours.ts';

/** Shapes of a card, px. */
export const shapes = { portrait: { width: 1080, height: 1350 }, square: { width: 1080, height: 1080 } } as const;
export type Shape = keyof typeof shapes;

/** Texts and colours of a card. */
export interface QuoteCard {
  /** Without quotation marks. */
  readonly quote: string;
  readonly title: string;
  /** Name of the author; empty without one. */
  readonly author: string;
  readonly shop: string;
  /** Address of the cover; null without one. */
  readonly cover: string | null;
}

const SERIF = "'Literata Variable', Georgia, serif";
const SANS = "'Instrument Sans Variable', 'Helvetica Neue', Arial, sans-serif";
const MARGIN = 96;
const COVER_WIDTH = 132;
const COVER_HEIGHT = 198;
/** Sizes of the passage, px: the largest that fits is used. */
const SIZES = [76, 68, 60, 54, 48, 43, 38, 34, 30, 27, 24, 21, 18];
const LEADING = 1.34;

/**
 * Draws a passage as a picture in its book's colours, on this device.
 * @throws {Error} when the browser provides no canvas or no picture
 */
export async function drawQuoteCard(card: QuoteCard, shape: Shape): Promise<Blob> {
  const { width, height } = shapes[shape];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const [cover] = await Promise.all([loadCover(card.cover), loadFaces()]);
  const colours = coloursOf(pixelsOf(cover));
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, width, height);
  drawHem(context, width, height, colours.thread);
  const foot = height - MARGIN - 40 - COVER_HEIGHT;
  drawPassage(context, card.quote, { top: MARGIN + 64, bottom: foot - 48, width: width - 2 * MARGIN }, colours.text);
  drawFoot(context, card, { cover, top: foot, width }, colours.text);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Loads the shop's fonts, if they load quickly: otherwise the card has other fonts. */
async function loadFaces(): Promise<void> {
  await Promise.allSettled([
    document.fonts.load(`500 48px ${SERIF}`),
    document.fonts.load(`italic 400 32px ${SERIF}`),
    document.fonts.load(`500 26px ${SANS}`),
  ]);
}

async function loadCover(src: string | null): Promise<HTMLImageElement | null> {
  if (src === null) return null;
  const image = new Image();
  image.src = src;
  return image.decode().then(
    () => image,
    () => null,
  );
}

/** Some pixels of a cover. */
function pixelsOf(cover: HTMLImageElement | null): Uint8ClampedArray {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!cover || !context) return new Uint8ClampedArray();
  context.drawImage(cover, 0, 0, 40, 60);
  try {
    return context.getImageData(0, 0, 40, 60).data;
  } catch {
    return new Uint8ClampedArray(); // the picture is of another origin
  }
}

/** Draws the seam below the upper edge and the pocket's round foot. */
function drawHem(context: CanvasRenderingContext2D, width: number, height: number, thread: string): void {
  context.strokeStyle = thread;
  context.lineWidth = 6;
  context.setLineDash([24, 15]);
  context.lineCap = 'butt';
  const inset = 44;
  context.beginPath();
  context.moveTo(inset, inset + 22);
  context.lineTo(width - inset, inset + 22);
  context.moveTo(inset, inset + 22);
  context.lineTo(inset, height - inset - 56);
  context.quadraticCurveTo(inset, height - inset, inset + 56, height - inset);
  context.lineTo(width - inset - 56, height - inset);
  context.quadraticCurveTo(width - inset, height - inset, width - inset, height - inset - 56);
  context.lineTo(width - inset, inset + 22);
  context.stroke();
  context.setLineDash([]);
}

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

/** Draws the passage in the largest size that fits, in the middle of its area. */
function drawPassage(context: CanvasRenderingContext2D, quote: string, box: Box, colour: string): void {
  const text = `«${quote.trim()}»`;
  const room = box.bottom - box.top;
  let lines: string[] = [];
  let size = 0;
  for (size of SIZES) {
    context.font = `500 ${size}px ${SERIF}`;
    lines = brokenInto(context, text, box.width);
    if (lines.length * size * LEADING <= room) break;
  }
  context.fillStyle = colour;
  context.textBaseline = 'alphabetic';
  const start = box.top + (room - lines.length * size * LEADING) / 2 + size;
  lines.forEach((line, index) => context.fillText(line, MARGIN, start + index * size * LEADING));
}

/** Breaks a text into lines of the area's width, between words, and inside a word that is too long. */
function brokenInto(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\n+/)) {
    let line = '';
    for (const word of paragraph.split(/\s+/).flatMap((each) => inPieces(context, each, width))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && context.measureText(longer).width > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines;
}

function inPieces(context: CanvasRenderingContext2D, word: string, width: number): string[] {
  if (context.measureText(word).width <= width) return [word];
  const pieces: string[] = [''];
  for (const letter of word) {
    const piece = `${pieces.at(-1) ?? ''}${letter}`;
    if (context.measureText(piece).width > width) pieces.push(letter);
    else pieces[pieces.length - 1] = piece;
  }
  return pieces;
}

interface Foot {
  readonly cover: HTMLImageElement | null;
  readonly top: number;
  readonly width: number;
}

/** Draws the cover with title, author and shop beside it. */
function drawFoot(
  context: CanvasRenderingContext2D,
  card: QuoteCard,
  { cover, top, width }: Foot,
  colour: string,
): void {
  context.fillStyle = colour;
  if (cover) context.drawImage(cover, MARGIN, top, COVER_WIDTH, COVER_HEIGHT);
  const left = cover ? MARGIN + COVER_WIDTH + 36 : MARGIN;
  const room = width - MARGIN - left;
  context.font = `560 36px ${SERIF}`;
  const title = brokenInto(context, card.title, room).slice(0, 2);
  let baseline = top + 44;
  for (const line of title) {
    context.fillText(line, left, baseline);
    baseline += 44;
  }
  context.font = `italic 400 31px ${SERIF}`;
  if (card.author !== '') context.fillText(card.author, left, baseline + 2, room);
  context.font = `500 25px ${SANS}`;
  context.fillText(card.shop, left, top + COVER_HEIGHT - 8, room);
}
