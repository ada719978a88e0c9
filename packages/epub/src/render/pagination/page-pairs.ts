import type { Publication, Section } from '../../container/publication.ts';

/** A drawn page that is shown beside another one. */
export interface PairedPage {
  /** Index of the section beside it. */
  readonly beside: number;
  readonly side: 'left' | 'right';
}

/**
 * Pairs drawn pages that are shown side by side, as in the printed book. A page keeps the side that the book names. Of
 * the others, the first page, usually a cover, stands alone, and each further page takes the next side. A page stands
 * alone when no page follows on its other side, or when it asks for the middle.
 * @returns pairs by section index; pages that stand alone are absent
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
