import { CutThreadDrawing, TornSeamDrawing } from '../../../ui/pictures/drawings.tsx';

/** What stands over the reason why a part cannot be read. */
export function FailureDrawing({ offline }: { readonly offline: boolean }) {
  return offline ? <CutThreadDrawing /> : <TornSeamDrawing />;
}
