import { pictureTexts } from './texts.ts';
import { PageDialog } from '../overlays/page-dialog.tsx';
import { ENLARGED } from './run-enlarging.ts';

/** Dialog that shows pictures and quotes of the page large; run-enlarging inserts the pressed one. */
export function Enlarged() {
  return (
    <PageDialog id={ENLARGED} label={pictureTexts.enlarge} caption="" width="picture">
      <div data-content="" />
    </PageDialog>
  );
}
