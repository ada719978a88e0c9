import type { Publication } from '../../container/publication.ts';
import { hostRect } from '../overlays/geometry.ts';
import type { ImageTap } from '../reader-types.ts';
import type { BookResources } from '../sections/book-resources.ts';
import type { SectionView } from '../sections/section-view.ts';

/** Illustrations that a book only links to: no chapter shows them, so that there is nowhere to go. */
export class LinkedPictures {
  readonly #resources: BookResources;
  /** The one that was shown last. */
  #shown: string | null = null;

  constructor(resources: BookResources) {
    this.#resources = resources;
  }

  /** The picture at `path` by the words of its link; null for one that has a page, and when it does not arrive. */
  async show(
    path: string,
    link: Element,
    { view, host, publication }: { view: SectionView; host: Element; publication: Publication },
  ): Promise<ImageTap | null> {
    if (publication.sections.some((section) => section.path === path)) return null;
    const src = await this.#resources.acquire(path);
    if (this.#shown !== null) this.#resources.release(this.#shown);
    this.#shown = path;
    if (src === null) return null;
    const nowhere = { x: 0, y: 0, width: 0, height: 0 };
    const rect = hostRect(host, view.frame.element, link.getBoundingClientRect()) ?? nowhere;
    const alt = (link.getAttribute('title') ?? link.textContent).replace(/\s+/g, ' ').trim();
    return { src, svg: null, alt, rect };
  }
}
