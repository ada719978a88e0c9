import { adminOpenPart, type PageReviewBody, type ReviewPlace } from '@cuentos/contract/editions';
import { makePageFrame, reviewedSections, reviewPages } from '@cuentos/epub/page-review/review-pages';
import { ContentsIndex } from '@cuentos/epub/render/contents-index';
import { Reader } from '@cuentos/epub/render/reader';
import { request } from '../../../lib/api/api-client.ts';
import { createEditionLoader, servedFacts } from '../opening/fetch-opening.ts';
import { engineTexts } from '../texts.ts';
import { bookFace, fontFaces } from '../themes/font-faces.ts';
import { appVersion, forgetReview, keepReview, keptReview } from './kept-review.ts';
import { lookOf, pageLooks } from './page-looks.ts';
import { addChapter, emptyTally, resultOf } from './review-tally.ts';

export { keptReview } from './kept-review.ts';

/** The edition and its part. */
export interface ReviewedEdition {
  readonly partId: string;
  readonly editionId: string;
}

interface ReviewOptions extends ReviewedEdition {
  readonly signal: AbortSignal;
  /** Called before each chapter, counted from 1. */
  readonly onChapter: (chapter: number, chapters: number) => void;
}

const engineOptions = () => ({
  texts: engineTexts,
  fontFaces: fontFaces(location.origin),
  fallbackFontFamily: bookFace,
  hyphens: 'at-hand' as const,
});

/**
 * Walks an edition in hidden frames of this page and reports which of its words can be read. Continues after the
 * chapters that an earlier review on this device finished.
 * @throws when it is aborted, or a chapter does not load; the finished chapters are stored
 */
export async function reviewEdition({ partId, editionId, signal, onChapter }: ReviewOptions): Promise<PageReviewBody> {
  const { publication, loader } = await openForReview({ partId, editionId });
  const container = hiddenContainer();
  try {
    const { sections, toc } = publication;
    const chapters = reviewedSections(publication).length;
    const contents = new ContentsIndex(toc, (path) => sections.findIndex((section) => section.path === path));
    let tally = (await keptReview(editionId))?.tally ?? emptyTally;
    const tell = (): void => onChapter(Math.min(tally.chapters + 1, chapters), chapters);
    tell();
    const options = { ...engineOptions(), container, publication, loader, looks: pageLooks, signal };
    for await (const { section, looks } of reviewPages({ ...options, skip: tally.chapters })) {
      tally = addChapter(tally, contents.titleOf(section.index), looks);
      await keepReview(editionId, chapters, tally);
      tell();
    }
    return resultOf(tally, appVersion);
  } finally {
    container.remove();
    loader.close();
  }
}

/** Stores the result in the shop. */
export const endReview = forgetReview;

async function openForReview({ partId, editionId }: ReviewedEdition) {
  const query = { edition_id: editionId };
  const open = await request(adminOpenPart, { params: { id: partId }, query, handles: 'all', quiet: true });
  return { ...servedFacts(partId, open), loader: createEditionLoader(editionId) };
}

/** Container of frames that are laid out, but neither visible nor reached by keys or screen readers. */
function hiddenContainer(): HTMLElement {
  const container = document.createElement('div');
  container.inert = true;
  container.ariaHidden = 'true';
  container.style.cssText = 'position:fixed;top:0;left:0;width:0;height:0;overflow:hidden;visibility:hidden';
  document.body.append(container);
  return container;
}

/** Shows the page of a place, as wide as the container, with the words marked. @returns removes it */
export async function showPlace(
  container: HTMLElement,
  edition: ReviewedEdition,
  place: Pick<ReviewPlace, 'path' | 'cfi' | 'looks'>,
): Promise<() => void> {
  const { publication, loader } = await openForReview(edition);
  const look = lookOf(place.looks[0] ?? 'phone');
  const { frame, host } = makePageFrame(container, look);
  frame.inert = true;
  const scale = container.clientWidth / look.width;
  frame.style.cssText += `;transform:scale(${scale});transform-origin:0 0;display:block`;
  container.style.height = `${Math.round(look.height * scale)}px`;
  const { theme } = look;
  const reader = new Reader({ ...engineOptions(), host, publication, loader, theme, start: place.cfi ?? place.path });
  const close = () => {
    reader.destroy();
    frame.remove();
    loader.close();
  };
  try {
    await reader.ready;
    reader.markFound(place.cfi);
  } catch (error) {
    close();
    throw error;
  }
  return close;
}
