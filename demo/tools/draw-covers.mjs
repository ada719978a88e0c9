/**
 * Draws the demonstration covers into `covers/`: one per book, its back, and one per part.
 * One rule makes the series: every cover is a pocket, and something from the story looks out of it.
 * `rise` (0..1) lifts that thing: the first part barely shows it, the last one shows it whole.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { demoBooks } from '../src/catalogue.ts';
import { designs } from './cover-data.mjs';
import { falls, pockets, things } from './motifs.mjs';
import { createScribe } from './outline-text.mjs';

const out = new URL('../covers/', import.meta.url);
const numerals = ['I', 'II', 'III', 'IV', 'V', 'VI'];

const seam = (d, color, width = 2.4) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="9 6" stroke-linecap="round"/>`;

function front(p, name, c) {
  const floor = name === 'ojal' ? `<path fill="${c.e}" d="M0 440H400V600H0Z"/>` : '';
  const flap =
    name === 'tapa'
      ? `<path fill="${c.p2 ?? c.p}" d="M40 404H360L352 452L200 478L48 452Z"/>${seam('M52 414L61 443L200 467L339 443L348 414', c.st)}<circle cx="200" cy="450" r="8" fill="${c.st}"/>`
      : seam(p.hem, c.st);
  return `${floor}<path fill="${c.p}" d="${p.shape}"/>${flap}${seam(p.stitch, c.seam ?? c.st)}`;
}

function drawCover({
  lines,
  size,
  author = 'Ofelia Tralma',
  tag,
  pocket,
  thing,
  colors: c,
  rise = 1,
  part,
  fall = 'none',
}) {
  const s = createScribe();
  const p = pockets[pocket];
  const drop = Math.round((1 - rise) * 78);
  const baseline = 92 + (lines.length - 1) * size * 1.02 + 33;
  const words = [
    ...lines.map((line, i) => s.text(line, 34, 92 + i * size * 1.02, size, c.text, { track: -14 })),
    s.text(author, 35, baseline, 18.5, c.text, { font: 'italic' }),
    part ? s.text(part, 35, baseline + 25, 15, c.text, { font: 'text', track: 10 }) : '',
  ].join('');
  const motif = things[thing](c, s);
  const number = s.text(tag, 349, 38, 21, c.tagText ?? c.st, { font: 'text', anchor: 'middle' });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600" width="400" height="600"><defs><clipPath id="m"><path d="M0 0H400V${p.mouth + (p.deep ?? 30)}H0Z"/></clipPath>${s.defs()}</defs>
<rect width="400" height="600" fill="${c.a}"/>${falls[fall](c)}
<g clip-path="url(#m)"><g transform="translate(0 ${drop})">${motif}</g></g>
${front(p, pocket, c)}
${words}
<path fill="${c.tag ?? c.p}" d="M328 0H370V44Q370 54 360 54H338Q328 54 328 44Z"/>${number}
<path d="M0 0H9V600H0Z" opacity=".13"/><path fill="#fff" d="M9 0H10.500V600H9Z" opacity=".12"/></svg>`;
}

/** Back cover: the same inks turned round, the pocket closed, the blurb on top. */
function drawBack({ colors: c, blurb }) {
  const s = createScribe();
  const lines = s.wrap(blurb, 322, 21, 'text');
  const words = lines.map((line, i) => s.text(line, 36, 88 + i * 31, 21, c.st, { font: 'text' })).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600" width="400" height="600"><defs>${s.defs()}</defs><rect width="400" height="600" fill="${c.p}"/>
${words}
<path fill="${c.a}" d="M140 430H260V514L200 540L140 514Z"/>${seam('M148 448H252M148 458V508L200 531L252 508V458', c.b, 2)}
<path d="M391 0H400V600H391Z" opacity=".13"/></svg>`;
}

const riseOf = (index, count) => (count === 1 ? 1 : 0.1 + (0.9 * index) / (count - 1));
const save = (file, svg) => writeFileSync(new URL(file, out), `${svg.replace(/\n\s*/g, '')}\n`);

mkdirSync(out, { recursive: true });
for (const book of demoBooks) {
  const design = designs[book.slug];
  save(book.cover, drawCover(design));
  save(book.backCover, drawBack(design));
  book.parts.forEach((part, i) => {
    const [label] = part.name.split(':');
    const rise = riseOf(i, book.parts.length);
    save(part.image, drawCover({ ...design, tag: numerals[i], part: label, rise }));
  });
}
