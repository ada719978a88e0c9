import type { Publication, Section } from '../../container/publication.ts';

/** A drawn page that is shown beside another one. */
export interface PairedPage {
  /** Index of the section beside it. */
  readonly beside: number;
  readonly side: 'left' | 'right';
}

/**
 * Which drawn pages stand side by side where two are shown at once, as they would in the printed book: the sides that
 * the book names hold; of the others the first, a cover mostly, stands alone, and each further one takes the side that
 * follows. A page without a neighbour on its other side, or that asks for the middle, stands alone.
 * @returns by section index; pages that stand alone are absent
 */
export function pairPages(
  { sections }: Pick<Publication, 'sections'>,
  isRightToLeft: boolean,
): Map<number, PairedPage> {
  const [first, second] = isRightToLeft ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const pairs = new Map<number, PairedPage>();
  /** Index of a page on the first side whose neighbour is not known yet. */
  let open: number | null = null;
  let isBeginning = true;
  for (const { index, linear, layout, pageSpread } of sections) {
    if (!linear) continue;
    const follows: PairedPage['side'] = open === null && !isBeginning ? first : second;
    const side: Section['pageSpread'] = layout === 'pre-paginated' ? (pageSpread ?? follows) : 'center';
    if (open !== null && side === second) {
      pairs.set(open, { beside: index, side: first });
      pairs.set(index, { beside: open, side: second });
    }
    open = side === first ? index : null;
    isBeginning = false;
  }
  return pairs;
}
