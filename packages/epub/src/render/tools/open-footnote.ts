import type { Publication } from '../../container/publication.ts';
import type { BookTexts } from './book-texts.ts';
import { footnoteLinkOf } from './footnote-link.ts';
import { type Footnote, readFootnote } from './footnote.ts';
import type { SectionView } from '../sections/section-view.ts';

/**
 * Reads the note to which a link leads, in any section of the book, without going there. Null when the link leads to no
 * note.
 *
 * @param href container path and fragment
 */
export async function openFootnote(
  href: string,
  source: { readonly view: SectionView; readonly link: Element },
  publication: Publication,
  texts: BookTexts,
): Promise<Footnote | null> {
  const hash = href.indexOf('#');
  const kind = footnoteLinkOf(source.link);
  if (hash < 0 || kind === 'no') return null;
  const [path, fragment] = [href.slice(0, hash), href.slice(hash + 1)];
  const { view } = source;
  const from = { link: source.link, path: view.section.path, isNamed: kind === 'named' };
  if (path === view.section.path) {
    return readFootnote({ document: view.document, path, fragment, href, hrefOf: (link) => view.hrefOf(link) }, from);
  }
  const section = publication.sections.find((each) => each.path === path);
  const document = section ? await texts.document(section.index).catch(() => null) : null;
  if (!document) return null;
  return readFootnote({ document, path, fragment, href, hrefOf: (link) => link.getAttribute('href') }, from);
}
