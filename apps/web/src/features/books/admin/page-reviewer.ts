import { adminReviewEdition } from '@cuentos/contract/editions';
import { Store } from '../../../lib/react-store.ts';
import { adminCall } from '../../admin/admin-call.ts';
import { reportFailure } from '../../admin/admin-mutation.ts';
import { reviewTexts as t } from './texts.ts';

/** The engine and the walk, which no other screen of the working area needs. */
export const reviewCode = () => import('../../reading/page-review/review-edition.ts');

interface ReviewState {
  /** The edition that is walked now. */
  readonly editionId: string | null;
  /** Chapter that is walked, from 1, and their count; 0 until the book is open. */
  readonly chapter: number;
  readonly chapters: number;
}

const AT_REST: ReviewState = { editionId: null, chapter: 0, chapters: 0 };

interface Review {
  readonly partId: string;
  readonly editionId: string;
  /** The shop has the result, or the walk ended before. */
  readonly onEnd: () => void;
}

/**
 * Walks one edition at a time and sends what it found. Goes on while the author works elsewhere in this tab; the device
 * keeps what is finished of a walk that is left.
 */
class PageReviewer extends Store<ReviewState> {
  #walk: AbortController | null = null;

  constructor() {
    super(AT_REST);
  }

  /** Begins, or goes on with, the walk through an edition; without effect during another one. */
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
