import type { AdminBook } from '@cuentos/contract/books';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatBytes } from '../../../lib/formats.ts';
import { FileZone } from '../../../ui/forms/file-zone.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { RowAction } from '../../../ui/lists/data-table.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { SideDialog } from '../../../ui/overlays/side-dialog.tsx';
import { type Entry, EPUB_TYPES, type Progress, useUploadQueue } from './uploads.ts';
import { useLeaveUpload } from './use-leave-upload.ts';
import { ebookTexts as t } from './texts.ts';

interface BulkDialogProps {
  readonly book: Pick<AdminBook, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Uploads several EPUBs as draft parts, one after the other; a refused file does not stop the others. */
export function BulkDialog({ book, onClose }: BulkDialogProps) {
  const { entries, add, stop, retry } = useUploadQueue(book.id);
  const madeCount = entries.filter(({ progress }) => progress.step === 'made').length;
  const busy = entries.some(({ progress }) => ['waiting', 'sending', 'checking'].includes(progress.step));
  const close = useLeaveUpload(busy, onClose);
  return (
    <SideDialog
      title={t.bulkTitle}
      caption={book.name}
      closable={!busy}
      onBlocked={() => void close()}
      onClose={onClose}
    >
      <p className="mb-4 text-sm text-ink-2">{t.bulkText(book.name)}</p>
      <FileZone label={t.bulkLabel} accept={EPUB_TYPES} prompt={t.bulkPrompt} onFiles={add} />
      {entries.length > 0 && (
        <>
          <output className="figures mt-5 block text-sm text-ink-2">{t.bulkDone(madeCount, entries.length)}</output>
          <ul aria-label={t.bulkList} className="mt-2 border-t border-line">
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} onStop={() => stop(entry.id)} onAgain={() => retry(entry.id)} />
            ))}
          </ul>
          {!busy && (
            <div className="mt-5 flex justify-end">
              <Button onClick={onClose}>{t.bulkClose}</Button>
            </div>
          )}
        </>
      )}
    </SideDialog>
  );
}

function Row({ entry, onStop, onAgain }: { entry: Entry; onStop: () => void; onAgain: () => void }) {
  const { file, progress } = entry;
  const isRunning = progress.step === 'waiting' || progress.step === 'sending' || progress.step === 'checking';
  return (
    <li className="border-b border-line py-3 text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">{file.name}</p>
          <p className="figures text-xs text-ink-3">{formatBytes(file.size)}</p>
        </div>
        {isRunning && (
          <IconButton label={t.bulkRemove(file.name)} icon={<X />} onClick={onStop} className="-my-1.5 -mr-2" />
        )}
        {progress.step === 'stopped' && (
          <RowAction aria-label={t.bulkRetry(file.name)} onClick={onAgain}>
            {t.bulkAgain}
          </RowAction>
        )}
      </div>
      <Step progress={progress} name={file.name} />
    </li>
  );
}

function Step({ progress, name }: { progress: Progress; name: string }) {
  switch (progress.step) {
    case 'sending':
      return <ProgressBar percent={progress.percent} label={formatPercent(progress.percent)} name={t.progress(name)} />;
    case 'made':
      return (
        <p className="flex items-start gap-1.5 text-ok [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
          <CircleCheck aria-hidden="true" />
          {t.bulkMade(progress.part.name)}
        </p>
      );
    case 'refused':
      return (
        <p
          role="alert"
          className="flex items-start gap-1.5 font-medium text-danger [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0"
        >
          <CircleAlert aria-hidden="true" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{progress.reason}</span>
        </p>
      );
    default:
      return (
        <p className="text-ink-2">
          {{ waiting: t.bulkWaiting, checking: t.checking, stopped: t.bulkStopped }[progress.step]}
        </p>
      );
  }
}
