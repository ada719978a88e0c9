import { adminReviewEdition } from '@cuentos/contract/editions';
import { Store } from '../../../lib/react-store.ts';
import { adminCall } from '../../admin/admin-call.ts';
import { reportFailure } from '../../admin/admin-mutation.ts';
import { reviewTexts as t } from './texts.ts';

/** Engine and review, which no other screen of the working area needs. */
export const reviewCode = () => import('../../reading/page-review/review-edition.ts');

interface ReviewState {
  /** The edition that is being reviewed. */
  readonly editionId: string | null;
  /** Number of the chapter under review, from 1, and their count; 0 until the book is open. */
  readonly chapter: number;
  readonly chapters: number;
}

const AT_REST: ReviewState = { editionId: null, chapter: 0, chapters: 0 };

interface Review {
  readonly partId: string;
  readonly editionId: string;
  /** Called when the shop has the result, or the review ended without one. */
  readonly onEnd: () => void;
}

/**
 * Reviews one edition at a time and sends the result. Continues while the author works elsewhere in this tab; the
 * device keeps the finished chapters of an interrupted review.
 */
class PageReviewer extends Store<ReviewState> {
  #walk: AbortController | null = null;

  constructor() {
    super(AT_REST);
  }

  /** Starts or continues the review of an edition; without effect while another one is running. */
  async start({ partId, editionId, onEnd }: Review): Promise<void> {
    if (this.#walk) return;
    const walk = new AbortController();
    this.#walk = walk;
    this.set({ ...AT_REST, editionId });
    try {
      const { reviewEdition, endReview } = await reviewCode();
      const { signal } = walk;
      const onChapter = (chapter: number, chapters: number) => this.set({ chapter, chapters });
      const json = await reviewEdition({ partId, editionId, signal, onChapter });
      await adminCall(adminReviewEdition, { params: { id: editionId }, json, handles: 'all' });
      await endReview(editionId);
    } catch (error) {
      if (!walk.signal.aborted) reportFailure(error, { failed: t.failed });
    } finally {
      this.#walk = null;
      this.set(AT_REST);
      onEnd();
    }
  }

  stop(): void {
    this.#walk?.abort();
  }
}

export const pageReviewer = new PageReviewer();
