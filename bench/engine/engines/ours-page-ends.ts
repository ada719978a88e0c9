import { openEdition } from '@cuentos/epub/container/zip-loader';
import { openReader } from '@cuentos/epub/render/reader';
import type { ReaderTheme } from '@cuentos/epub/render/reader-types';
import { NO_PAGES, pageEndsOf, sumOf } from './page-ends.ts';
import { showWhole } from './show-whole.ts';

const theme: ReaderTheme = {
  background: '#FFFFFF',
  color: '#000000',
  fontSize: 16,
  fontFamily: 'auto',
  lineHeight: 1.5,
  marginLeft: 10,
  marginRight: 10,
  flow: 'paginated',
  spread: 'none',
};

window.countPageEnds = async (url) => {
  const edition = await openEdition(await (await fetch(url)).arrayBuffer());
  const host = document.querySelector('#host') as HTMLElement;
  const texts = { missingSection: '—', sectionName: String };
  const reader = await openReader({ host, ...edition, theme, texts, start: null });
  let sum = NO_PAGES;
  for (const { path, linear, missing } of edition.publication.sections) {
    if (!linear || missing) continue;
    await showWhole(reader, path);
    const frame = host.querySelector<HTMLIFrameElement>('div:not([inert]) > iframe');
    if (frame?.contentDocument) sum = sumOf(sum, pageEndsOf(frame.contentDocument, frame.clientWidth));
  }
  return sum;
};
