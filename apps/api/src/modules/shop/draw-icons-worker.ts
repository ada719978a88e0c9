import { accents } from '@cuentos/domain/shop/accents';
import { shopIdentity } from '@cuentos/contract/shop';
import sharp from 'sharp';
import { openFace, outline } from '../../platform/outlines.ts';
import { type IconFacts, type IconName, iconSizes } from './icons.ts';

/** Child process: `draw-icons-worker.ts <accent> <letters>`. Draws every icon and prints them by name, as base64. */
/** The pocket in a square of 64. */
function pocket({ accent }: IconFacts): string {
  const { ink, thread } = accents[accent];
  return (
    `<path d="M6 4H58V48L32 62L6 48Z" fill="${ink}"/>` +
    `<path d="M12 13H52M12 20V45L32 55.500L52 45V20" fill="none" stroke="${thread}" stroke-width="2.400" ` +
    'stroke-dasharray="5 3.500" stroke-linecap="round"/>'
  );
}

const svg = (content: string, box = '0 0 64 64'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${content}</svg>`;

/** The letters in the middle of the pocket, as outlines: what draws the icon may have no face at all. */
async function letters({ accent, mark_letters: text }: IconFacts): Promise<string> {
  const face = await openFace('normal', { opsz: 18, wght: 700 });
  await face.prepare(text);
  const { paths, width } = outline(face, text, text.length > 1 ? 20 : 24);
  const drawn = paths.map((path) => `<path d="${path}"/>`).join('');
  return `<g transform="translate(${32 - width / 2} 40)" fill="${accents[accent].onInk}">${drawn}</g>`;
}

/** Draws an icon: SVG for browsers, PNG for home screens and previews, which support no SVG. */
async function drawIcon(name: IconName, content: string): Promise<Buffer> {
  const size = iconSizes[name];
  if (size === null) return Buffer.from(svg(content));
  const isMaskable = name === 'icon-maskable-512.png';
  // A maskable icon keeps everything in the middle four fifths.
  const drawing = isMaskable
    ? svg(`<path d="M-16 -15H80V81H-16Z" fill="#f7f4ec"/>${content}`, '-16 -15 96 96')
    : svg(content);
  const density = 72 * 2 * (size / (isMaskable ? 96 : 64));
  return sharp(Buffer.from(drawing), { density }).resize(size, size).png({ palette: true, colours: 64 }).toBuffer();
}

const [accent, mark_letters] = process.argv.slice(2);
const facts = shopIdentity.pick({ accent: true, mark_letters: true }).parse({ accent, mark_letters });
const content = pocket(facts) + (await letters(facts));
const files = Object.keys(iconSizes).map(async (name) => [
  name,
  (await drawIcon(name as IconName, content)).toString('base64'),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(await Promise.all(files))));
