import { openEdition } from '@cuentos/epub/container/zip-loader';
import { openReader, type Reader } from '@cuentos/epub/render/reader';
import type { ReaderTarget, ReaderTheme } from '@cuentos/epub/render/reader-types';
import { addGaps, gapsOf, NO_LINES } from './line-gaps.ts';
import { showWhole } from './show-whole.ts';
import { fitParagraphs, textMeter } from './total-fit.ts';

/** Characters that a first page lays out. */
const FIRST = 8000;

const theme = (column: number, fontSize: number): ReaderTheme => {
  const margin = Math.floor((innerWidth - column) / 2);
  return {
    background: '#FFFFFF',
    color: '#000000',
    fontSize,
    fontFamily: 'auto',
    lineHeight: 1.5,
    marginLeft: margin,
    marginRight: margin,
    flow: 'paginated',
    spread: 'none',
    justify: true,
  };
};

const host = (): HTMLElement => document.querySelector('#host') as HTMLElement;
const shown = (): HTMLIFrameElement | null => host().querySelector<HTMLIFrameElement>('div:not([inert]) > iframe');

async function open(url: string, variant: string, look: ReaderTheme, start: ReaderTarget | null): Promise<Reader> {
  const edition = await openEdition(await (await fetch(url)).arrayBuffer());
  // The only style that a caller can add; it stands before the engine's own.
  const fontFaces = variant === 'pretty' ? 'p,li,dd{text-wrap:pretty}' : '';
  const texts = { missingSection: '—', sectionName: String };
  return openReader({
    ...{ host: host(), ...edition, theme: look, texts, start, fontFaces },
    hyphens: variant === 'none' ? 'none' : 'at-hand',
  });
}

window.countGaps = async (url, variant, column, fontSize) => {
  const reader = await open(url, variant, theme(column, fontSize), null);
  const edition = await openEdition(await (await fetch(url)).arrayBuffer());
  const meter = textMeter();
  let sum = NO_LINES;
  for (const { path, linear, missing, characters } of edition.publication.sections) {
    if (!linear || missing || characters < 2000) continue;
    await showWhole(reader, path);
    const inner = shown()?.contentDocument;
    if (!inner) continue;
    if (variant === 'total fit') fitParagraphs([...inner.querySelectorAll('p')], meter);
    sum = addGaps(sum, gapsOf(inner, Math.round(inner.documentElement.scrollWidth / innerWidth)));
  }
  return sum;
};

window.openFirst = async (url, variant, fraction) => {
  await open(url, variant, theme(innerWidth - 40, 16), { fraction });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
};

window.fitFirst = () => {
  const blocks: HTMLElement[] = [];
  let characters = 0;
  for (const block of shown()?.contentDocument?.querySelectorAll('p') ?? []) {
    if (characters > FIRST) break;
    characters += block.textContent.length;
    blocks.push(block);
  }
  fitParagraphs(blocks, textMeter());
  return characters;
};
