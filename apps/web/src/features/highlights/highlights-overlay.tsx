import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from '../../lib/react-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import type { Layers } from '../../ui/overlays/layers.ts';
import { useLayer } from '../../ui/overlays/use-layer.ts';
import { useLast } from '../../ui/overlays/use-last.ts';
import type { HighlightEditor } from './highlight-editor.ts';
import type { BookWords } from './meaning/meaning-actions.tsx';
import { highlightTexts as t } from './texts.ts';
import { HighlightToolbar } from './toolbar.tsx';

/** Time of the message, ms, as for all messages; a finger or the focus prolongs it. */
const SHOWN_MS = 5000;

/** Message about a deleted highlight, with its undo. */
function UndoNotice({ editor }: { readonly editor: HighlightEditor }) {
  const { undo } = useStore(editor);
  const [isHeld, setIsHeld] = useState(false);
  const isShown = undo.length > 0;
  // An element that is removed under the pointer or with the focus fires no leave event, so the hold ends here.
  if (isHeld && !isShown) setIsHeld(false);
  useEffect(() => {
    if (undo.length === 0 || isHeld) return undefined;
    const timer = setTimeout(editor.forgetRemoval, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [undo, isHeld, editor]);
  return (
    <output className="pointer-events-none fixed right-5 bottom-(--toast-bottom) z-50 w-[min(360px,calc(100vw-40px))]">
      {isShown && (
        // The pointer only prolongs the message; its controls are buttons.
        // oxlint-disable-next-line no-static-element-interactions
        <div
          data-undo-notice=""
          onMouseEnter={() => setIsHeld(true)}
          onMouseLeave={() => setIsHeld(false)}
          onFocus={() => setIsHeld(true)}
          onBlur={() => setIsHeld(false)}
          className="pointer-events-auto flex items-center gap-1 rounded-2 border border-l-4 border-(--rd-line) border-l-(--rd-text) bg-(--rd-chrome) py-1 pr-1 pl-3.5 text-[0.9375rem] leading-[1.35rem] font-medium text-(--rd-text) shadow-modal motion-safe:animate-[fade-in_200ms]"
        >
          <span className="flex-1">{undo.length === 1 ? t.removed : t.removedMany(undo.length)}</span>
          <Button variant="quiet" onClick={() => editor.undoRemoval()}>
            {t.undo}
          </Button>
          <IconButton label={t.close} icon={<X />} onClick={editor.forgetRemoval} />
        </div>
      )}
    </output>
  );
}

interface NotesLayerProps {
  readonly editor: HighlightEditor;
  readonly layers: Layers;
  readonly words: BookWords;
}

/** All layers of highlights over the page. */
export function HighlightsOverlay({ editor, layers, words }: NotesLayerProps) {
  const { open, removing, discarding } = useStore(editor);
  // Closing the toolbar may raise a question, which takes its place until it is answered.
  useLayer(layers, open !== null && !discarding, editor.close);
  useLayer(layers, removing.length > 0, () => editor.answerRemoval(false));
  useLayer(layers, discarding, () => editor.answerDiscard(false));
  const highlightsToRemove = useLast(removing.length > 0 ? removing : null) ?? [];
  return (
    <>
      <HighlightToolbar editor={editor} words={words} />
      <ConfirmDialog
        open={removing.length > 0}
        message={t.removeQuestion(highlightsToRemove)}
        onConfirm={() => editor.answerRemoval(true)}
        onCancel={() => editor.answerRemoval(false)}
      />
      <ConfirmDialog
        open={discarding}
        {...t.discard}
        onConfirm={() => editor.answerDiscard(true)}
        onCancel={() => editor.answerDiscard(false)}
      />
      <UndoNotice editor={editor} />
    </>
  );
}
