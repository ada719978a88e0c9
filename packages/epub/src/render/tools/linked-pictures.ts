import { LINE_MARKS } from '../../locator/line-marks.ts';
import type { Publication } from '../../container/publication.ts';
import { hostRect } from '../overlays/geometry.ts';
import type { ImageTap } from '../reader-types.ts';
import type { BookResources } from '../sections/book-resources.ts';
import type { SectionView } from '../sections/section-view.ts';

/** Shows illustrations that a book only links to; no chapter contains them, so that a jump has no target. */
export class LinkedPictures {
  readonly #resources: BookResources;
  /** Path of the picture that was shown last. */
  #lastShown: string | null = null;

  constructor(resources: BookResources) {
    this.#resources = resources;
  }

  /**
   * Loads the picture at `path` and names it by the words of its link; null if a page shows it, or it does not load.
   */
  async show(
    path: string,
    link: Element,
    { view, host, publication }: { view: SectionView; host: Element; publication: Publication },
  ): Promise<ImageTap | null> {
    if (publication.sections.some((section) => section.path === path)) return null;
    const src = await this.#resources.acquire(path);
    if (this.#lastShown !== null) this.#resources.release(this.#lastShown);
    this.#lastShown = path;
    if (src === null) return null;
    const nowhere = { x: 0, y: 0, width: 0, height: 0 };
    const rect = hostRect(host, view.frame.element, link.getBoundingClientRect()) ?? nowhere;
    const alt = (link.getAttribute('title') ?? link.textContent).replace(LINE_MARKS, '').replace(/\s+/g, ' ').trim();
    return { src, svg: null, alt, rect };
  }
}
