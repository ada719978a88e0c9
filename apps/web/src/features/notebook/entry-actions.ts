import { restoreFocus } from '../../ui/focus-fallback.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { copyText } from '../highlights/copy-notes.ts';
import { entryAsText } from './as-text.ts';
import { changeEntry, removeEntry, restoreEntry } from './edit-entries.ts';
import type { NotebookEntry, TrashedEntry } from './entries.ts';
import type { NotebookStore } from './notebook-store.ts';
import { notebookTexts as t } from './texts.ts';

/** Actions of the reader on entries; each is stored on this device, shown, and then sent to the server. */
export interface NotebookActions {
  readonly copy: (entry: NotebookEntry) => void;
  readonly save: (entry: NotebookEntry, change: { readonly color: string; readonly note: string }) => void;
  readonly remove: (entry: NotebookEntry) => void;
  readonly restore: (entry: TrashedEntry) => void;
  readonly erase: (entries: readonly TrashedEntry[]) => void;
}

/** Makes the actions of a notebook. */
export function actionsOn(notebook: NotebookStore): NotebookActions {
  const run = async (entry: NotebookEntry, work: () => Promise<void>): Promise<boolean> => {
    const isStored = await work().then(
      () => true,
      () => false,
    );
    if (!isStored) showToast('error', t.notSaved);
    await notebook.reload(entry.part.part_id);
    return isStored;
  };
  const restore = async (entry: NotebookEntry) => {
    const isRestored = await run(entry, async () => restoreEntry(entry));
    if (isRestored) showToast('success', t.restored, { at: location.pathname, about: 'undo' });
  };
  const remove = async (entry: NotebookEntry) => {
    if (!(await run(entry, async () => removeEntry(entry)))) return;
    const undo = { label: t.undo, run: () => void restore(entry) };
    showToast('success', t.movedToTrash, { at: location.pathname, about: 'undo', action: undo });
  };
  const erase = async (entries: readonly TrashedEntry[]) =>
    notebook.erase(entries).then(
      () => showToast('success', t.erased, { at: location.pathname }),
      () => showToast('error', t.notSaved),
    );
  // The pressed button disappears with its row.
  const thenFocusTitle = () => restoreFocus('#trash-title');
  return {
    copy: (entry) => void copyText(entryAsText(entry), t.copied),
    save(entry, { color, note }) {
      const change = {
        ...(color === entry.color ? {} : { color }),
        ...(note === entry.note.trim() ? {} : { note }),
      };
      if (Object.keys(change).length > 0) void run(entry, async () => changeEntry(entry, change));
    },
    remove: (entry) => void remove(entry),
    restore: (entry) => void restore(entry).then(thenFocusTitle),
    erase: (entries) => void erase(entries).then(thenFocusTitle),
  };
}
