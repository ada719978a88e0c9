import { pictureTexts } from './texts.ts';
import { PageDialog } from '../overlays/page-dialog.tsx';
import { ENLARGED } from './run-enlarging.ts';

/** Where the page's pictures and quotes are shown large; run-enlarging puts in what was pressed. */
export function Enlarged() {
  return (
    <PageDialog id={ENLARGED} label={pictureTexts.enlarge} caption="" width="picture">
      <div data-content="" />
    </PageDialog>
  );
}
