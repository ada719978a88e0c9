import { UNCOUNTED_ELEMENTS } from '../container/counted-text.ts';
import type { Loader } from '../container/loader.ts';
import type { Publication } from '../container/publication.ts';
import { parseXml, type XmlElement } from '../container/xml-events.ts';
import { INLINE } from '../locator/section-text.ts';
import { cutDocument } from './cut-document.ts';
import { findCut, isShown } from './make-sample.ts';

/** Words shown at each side of a cut, characters. */
const SHOWN = 220;

/** Where a sample would end, for the person who decides about it. */
export interface CutPreview {
  /** Characters before the cut. */
  readonly characters: number;
  readonly partCharacters: number;
  /** Last words before the cut, and the first ones that stay closed. */
  readonly before: string;
  readonly after: string;
}

/** The cut that {@link findCut} makes, with the words around it; null when the part has no beginning to show. */
export async function previewCut(
  publication: Publication,
  loader: Loader,
  share: number | null,
): Promise<CutPreview | null> {
  const cut = await findCut(publication, loader, share);
  const section = cut && publication.sections[cut.section];
  if (!cut || !section) return null;
  const source = await loader.text(section.path);
  const { chunks } = cutDocument(source, cut.characters === section.characters ? null : cut.characters);
  const shownText = textOf(Buffer.concat(chunks).toString());
  let after = textOf(source).slice(shownText.length).trim();
  for (const next of publication.sections.slice(cut.section + 1)) {
    if (after !== '') break;
    if (isShown(next) && next.characters > 0) after = textOf(await loader.text(next.path));
  }
  return {
    characters: section.start + cut.characters,
    partCharacters: publication.characters,
    before: wordsAtEnd(shownText),
    after: wordsAtStart(after),
  };
}

/** The words of a document's body, a space between blocks. */
function textOf(source: string): string {
  const open: { readonly name: string; readonly isSilent: boolean }[] = [];
  let text = '';
  const isSilent = (): boolean => open.length === 0 || open.some((element) => element.isSilent);
  parseXml(source, {
    open({ local }: XmlElement) {
      const name = local.toLowerCase();
      open.push({ name, isSilent: UNCOUNTED_ELEMENTS.has(name) || name === 'head' });
    },
    text(words) {
      if (!isSilent()) text += words;
    },
    close() {
      const { name = '' } = open.pop() ?? {};
      if (!INLINE.has(name)) text += ' ';
    },
  });
  return text.replaceAll(/\s+/g, ' ').trim();
}

function wordsAtEnd(text: string): string {
  if (text.length <= SHOWN) return text;
  return `…${text.slice(text.indexOf(' ', text.length - SHOWN))}`;
}

function wordsAtStart(text: string): string {
  if (text.length <= SHOWN) return text;
  return `${text.slice(0, text.lastIndexOf(' ', SHOWN))} …`;
}
