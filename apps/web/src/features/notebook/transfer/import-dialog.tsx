import { useEffect, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileZone } from '../../../ui/forms/file-zone.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ACCEPTED } from '../../note-files/read-files.ts';
import type { NotebookStore } from '../notebook-store.ts';
import { ImportPreview } from './import-preview.tsx';
import type { PastImport } from './past-import.ts';
import { pastImports, sizeOf } from './imports.ts';
import { transferTexts as t } from './texts.ts';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly notebook: NotebookStore;
  /** Files dropped on the page. */
  readonly dropped: readonly File[];
  readonly onClose: () => void;
}

/** 'Traer notas': reads files, shows a preview of the import, imports, and can undo an import. */
export function ImportDialog({ notebook, dropped, onClose }: ImportDialogProps) {
  const { uid, busy, preview, refused, brought, read, keep, undo, back } = useImport(notebook);
  const [files] = useState(dropped);
  useEffect(() => {
    if (files.length > 0) void read(files);
  }, [files, read]);
  return (
    <Dialog open onClose={onClose} label={t.title} caption={t.title} width="picture" sheet>
      {brought ? (
        <Brought past={brought} busy={busy} onUndo={() => void undo(brought)} onClose={onClose} />
      ) : (
        <div className="grid gap-5">
          {refused.map((file) => (
            <Banner key={file.name} title={t.refused(file)} />
          ))}
          {preview ? (
            <ImportPreview preview={preview} busy={busy} onBring={(parts) => void keep(parts)} onOther={back} />
          ) : (
            <>
              <FileZone
                label={t.file}
                accept={ACCEPTED}
                prompt={busy ? t.reading : t.prompt}
                hint={t.accepted}
                disabled={busy}
                onFiles={(files) => void read(files)}
              />
              <p className="text-sm text-ink-2">{t.privacy}</p>
              <PastImports uid={uid} busy={busy} onUndo={(past) => void undo(past)} />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface BroughtProps {
  readonly past: PastImport;
  readonly busy: boolean;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

function Brought({ past, busy, onUndo, onClose }: BroughtProps) {
  return (
    <div className="grid gap-4">
      <h2 className="type-1" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {t.done(sizeOf(past))}
      </h2>
      <p className="text-ink-2">{t.doneText}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button variant="primary" onClick={onClose}>
          {t.close}
        </Button>
        <Button busy={busy} onClick={onUndo}>
          {t.undo}
        </Button>
      </div>
    </div>
  );
}

interface PastImportsProps {
  readonly uid: string;
  readonly busy: boolean;
  readonly onUndo: (past: PastImport) => void;
}

/** Imports made on this device that can still be undone. */
function PastImports({ uid, busy, onUndo }: PastImportsProps) {
  const [imports, setImports] = useState<readonly PastImport[]>([]);
  useEffect(() => {
    // Read again when an import was undone.
    if (!busy) void pastImports(uid).then(setImports, () => {});
  }, [uid, busy]);
  if (imports.length === 0) return null;
  return (
    <section aria-label={t.past} className="border-t border-line pt-4">
      <h2 className="text-sm font-semibold">{t.past}</h2>
      <ul>
        {imports.map((past) => {
          const what = t.pastOne(sizeOf(past), past.at);
          return (
            <li key={past.id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
              <span className="text-sm text-ink-2">{what}</span>
              <Button variant="quiet" disabled={busy} aria-label={t.undoNamed(what)} onClick={() => onUndo(past)}>
                {t.undo}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
