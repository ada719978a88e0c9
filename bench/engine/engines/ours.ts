import { openEdition } from '@cuentos/epub/container/zip-loader';
import { openReader, type Reader } from '@cuentos/epub/render/reader';
import type { Publication } from '@cuentos/epub/container/publication';
import type { BenchEngine } from './bench-engine.ts';

let reader: Reader;
let publication: Publication;
let index = 0;

/** Describes the shown document and its scroll position. */
function shown(): string {
  const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe');
  const slots = [...document.querySelectorAll('#host iframe')];
  return `${slots.indexOf(frame as Element)}@${frame?.title}:${frame?.contentDocument?.documentElement.scrollLeft}`;
}

window.engine = {
  async open(bytes, host) {
    const edition = await openEdition(bytes);
    ({ publication } = edition);
    reader = await openReader({
      host,
      ...edition,
      theme: {
        background: '#FFFFFF',
        color: '#000000',
        fontSize: 16,
        fontFamily: 'auto',
        lineHeight: 1.5,
        marginLeft: 10,
        marginRight: 10,
        flow: 'paginated',
        spread: 'none',
      },
      texts: { missingSection: '—', sectionName: (number) => String(number) },
    });
    reader.on('relocate', (relocation) => (index = relocation.sectionIndex));
  },
  next: () => reader.next(),
  async toSectionEnd() {
    const next = publication.sections.find((section) => section.index > index && section.linear);
    if (!next) return;
    await reader.goTo(next.path);
    await new Promise((resolve) => setTimeout(resolve, 700));
    await reader.prev();
  },
  page: shown,
} satisfies BenchEngine;
