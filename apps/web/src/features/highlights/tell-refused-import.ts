import { showToast } from '../../ui/overlays/toast-store.ts';
import type { ImportEntry } from './import-outbox.ts';
import { highlightTexts as t } from './texts.ts';

/** Says that the server never takes a slice of an import, or of its undoing: the notes of an import are in its file. */
export function tellRefusedImport({ brought, takenBack }: ImportEntry): void {
  showToast('error', brought.length > 0 ? t.importRefused(brought.length) : t.undoRefused(takenBack.length));
}
