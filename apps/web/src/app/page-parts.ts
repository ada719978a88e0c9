import { runSharing } from '../features/books/sharing/share-book.ts';
import { runDialogs } from '../ui/overlays/run-dialogs.ts';
import { runEnlarging } from '../ui/pictures/run-enlarging.ts';

/** Runs the interactive markup of screens: dialogs in the markup, enlarged pictures, sharing. */
export function runPageParts(): void {
  runDialogs();
  runEnlarging();
  runSharing();
}
