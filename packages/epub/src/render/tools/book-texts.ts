import type { Loader } from '../../container/loader.ts';
import type { Publication } from '../../container/publication.ts';
import { readSectionText, type SectionText } from '../../locator/section-text.ts';
import { parseDocument } from '../sections/parse-document.ts';

/** Reads the texts of a book without laying out pages: parses each file once, and keeps only its text and CFIs. */
export class BookTexts {
  readonly #publication: Publication;
  readonly #loader: Loader;
  readonly #texts = new Map<number, Promise<SectionText | null>>();
  /** Ids that the contents lead to, by container path. */
  readonly #fragments = new Map<string, Set<string>>();

  constructor(publication: Publication, loader: Loader, stops: Iterable<string>) {
    this.#publication = publication;
    this.#loader = loader;
    for (const href of stops) {
      const [path = '', fragment = ''] = href.split('#');
      const fragmentsOfFile = this.#fragments.get(path) ?? new Set();
      this.#fragments.set(path, fragmentsOfFile.add(fragment));
    }
  }

  /** Text of a section; null when it has none or its file does not arrive (that failure is not remembered). */
  text(index: number): Promise<SectionText | null> {
    let text = this.#texts.get(index);
    if (!text) {
      text = this.#read(index).catch(() => {
        this.#texts.delete(index);
        return null;
      });
      this.#texts.set(index, text);
    }
    return text;
  }

  /** A section's document, parsed and never shown: no script runs and nothing loads in it. */
  async document(index: number): Promise<Document | null> {
    const section = this.#publication.sections[index];
    if (!section || section.missing || !/html|xml/.test(section.mediaType)) return null;
    return parseDocument(await this.#loader.text(section.path), section.mediaType);
  }

  /** Text of a section with the places of these ids; not kept. Null as for {@link text}. */
  async textWith(index: number, ids: ReadonlySet<string>): Promise<SectionText | null> {
    const document = await this.document(index).catch(() => null);
    const body = document?.querySelector('body');
    return body ? readSectionText(body, ids, false) : null;
  }

  async #read(index: number): Promise<SectionText | null> {
    const document = await this.document(index);
    const body = document?.querySelector('body');
    const path = this.#publication.sections[index]?.path ?? '';
    return body ? readSectionText(body, this.#fragments.get(path), false) : null;
  }
}
