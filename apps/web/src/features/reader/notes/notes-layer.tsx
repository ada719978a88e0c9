import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Layers } from '../layers.ts';
import { useStore } from '../store.ts';
import { useLayer } from '../use-layers.ts';
import { HighlightToolbar } from './highlight-toolbar.tsx';
import type { NotesDesk } from './notes-desk.ts';
import { notesTexts as t } from './notes-texts.ts';
import { UndoNotice } from './undo-notice.tsx';

interface NotesLayerProps {
  readonly desk: NotesDesk;
  readonly layers: Layers;
}

/** Everything about highlights that lies over the page. */
export function NotesLayer({ desk, layers }: NotesLayerProps) {
  const { open, removing, discarding } = useStore(desk);
  useLayer(layers, open !== null, desk.close);
  return (
    <>
      <HighlightToolbar desk={desk} />
      <ConfirmDialog
        open={removing !== null}
        message={t.removeQuestion}
        onConfirm={() => desk.answerRemoval(true)}
        onCancel={() => desk.answerRemoval(false)}
      />
      <ConfirmDialog
        open={discarding}
        {...t.discard}
        onConfirm={() => desk.answerDiscard(true)}
        onCancel={() => desk.answerDiscard(false)}
      />
      <UndoNotice desk={desk} />
    </>
  );
}
