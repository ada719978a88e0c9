import { runSharing } from '../features/books/sharing/share-book.ts';
import { runDialogs } from '../ui/overlays/run-dialogs.ts';
import { runEnlarging } from '../ui/pictures/run-enlarging.ts';

/** Runs what the markup of screens leaves to the page: dialogs that stand in it, pictures shown large, sharing. */
export function runPageParts(): void {
  runDialogs();
  runEnlarging();
  runSharing();
}
