/** Text as outlines, since rasterisers have no fonts. A glyph is drawn once per size and then reused. */
import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import decompress from 'woff2-encoder/decompress';

const load = async (file, axes) => {
  const url = import.meta.resolve(`@fontsource-variable/literata/files/literata-latin-opsz-${file}.woff2`);
  return create(Buffer.from(await decompress(readFileSync(new URL(url))))).getVariation(axes);
};

const fonts = {
  title: await load('normal', { opsz: 60, wght: 580 }),
  italic: await load('italic', { opsz: 18, wght: 460 }),
  text: await load('normal', { opsz: 14, wght: 440 }),
};

const round = (value, digits) => String(Number(value.toFixed(digits)));

/** A drawing session: `text` returns markup, `defs` the glyphs that it used. */
export function createScribe() {
  const glyphs = new Map();

  const glyphId = (fontName, glyph, size) => {
    const id = `${fontName[0]}${Math.round(size * 10)}-${glyph.id}`;
    if (!glyphs.has(id)) {
      const k = size / fonts[fontName].unitsPerEm;
      const d = glyph.path.scale(k, -k).toSVG();
      glyphs.set(
        id,
        d.replace(/-?\d+\.\d+/g, (n) => round(Number(n), size > 30 ? 1 : 2)),
      );
    }
    return id;
  };

  const measure = (str, size, font, track) => {
    const run = fonts[font].layout(str);
    const k = size / fonts[font].unitsPerEm;
    const steps = run.positions.map((p) => p.xAdvance * k + (track * size) / 1000);
    return { run, steps, width: steps.reduce((sum, step) => sum + step, 0) };
  };

  /** Outlined text; `anchor` is start, middle or end; `track` in 1/1000 em. */
  const text = (str, x, y, size, fill, { font = 'title', anchor = 'start', track = 0 } = {}) => {
    const { run, steps, width } = measure(str, size, font, track);
    let cx = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
    const uses = run.glyphs.map((glyph, i) => {
      const at = cx;
      cx += steps[i];
      if (glyph.path.commands.length === 0) return '';
      return `<use href="#${glyphId(font, glyph, size)}" x="${round(at, 1)}" y="${round(y, 1)}"/>`;
    });
    return `<g fill="${fill}">${uses.join('')}</g>`;
  };

  /** Breaks a text into lines no wider than `limit`. */
  const wrap = (str, limit, size, font) => {
    const lines = [];
    for (const word of str.split(' ')) {
      const last = lines.at(-1);
      const longer = last === undefined ? word : `${last} ${word}`;
      if (last !== undefined && measure(longer, size, font, 0).width <= limit) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  };

  const defs = () => [...glyphs].map(([id, d]) => `<path id="${id}" d="${d}"/>`).join('');
  return { text, wrap, defs };
}
