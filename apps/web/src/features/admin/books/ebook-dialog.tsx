import type { AdminPart } from '@cuentos/contract/admin/books';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookUp, X } from 'lucide-react';
import { NO_ANSWER_TEXT } from '../../../lib/api/api-error.ts';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatBytes } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FileZone } from '../../../ui/forms/file-zone.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { SideDialog } from '../../../ui/overlays/side-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { editionsQuery, cachePart, partsQuery, type Powers, uploadEbook } from './api.ts';
import { EditionList } from './edition-list.tsx';
import { ebookTexts as t } from './texts.ts';
import { EPUB_TYPES, epubFault, type UploadState, useUpload } from './uploads.ts';

interface EbookDialogProps {
  readonly part: AdminPart;
  readonly powers: Powers;
  readonly onClose: () => void;
}

const leaving = { title: t.leaveTitle, message: t.leaveText, confirm: t.leave, cancel: t.stay };

/** The EPUB of a part: upload with its progress, editions with their reports, preview, publish. */
export function EbookDialog({ part, powers, onClose }: EbookDialogProps) {
  const client = useQueryClient();
  const editions = useQuery(editionsQuery(part.id));
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: partsQuery(part.book_id).queryKey }),
      client.invalidateQueries({ queryKey: editionsQuery(part.id).queryKey }),
    ]);
  };
  const upload = useEbookUpload(part, refresh);
  const busy = upload.state.step === 'sending' || upload.state.step === 'checking';
  const close = async () => {
    if (!busy || (await ask(leaving))) onClose();
  };
  return (
    <SideDialog title={part.name} caption={t.caption} closable={!busy} onBlocked={() => void close()} onClose={onClose}>
      <div className="grid gap-8">
        <UploadZone part={part} powers={powers} upload={upload} />
        <section>
          <h3 className="text-lg">{t.editionsTitle}</h3>
          <div className="mt-2">
            {editions.isPending && <div aria-hidden="true" className="skeleton h-24" />}
            {(editions.isError || editions.data === false) && (
              <div className="grid justify-items-start gap-3 text-sm text-ink-2">
                <p>{t.loadFailed}</p>
                <Button onClick={() => void editions.refetch()}>{t.retry}</Button>
              </div>
            )}
            {editions.data && <EditionList part={part} editions={editions.data} powers={powers} onChanged={refresh} />}
          </div>
        </section>
      </div>
    </SideDialog>
  );
}

type EbookUpload = ReturnType<typeof useEbookUpload>;

/** Sends the file and says how it went. */
function useEbookUpload(part: AdminPart, refresh: () => Promise<void>) {
  const client = useQueryClient();
  const { state, start, refuse, stop } = useUpload();
  const send = async (file: File) => {
    const fault = epubFault(file);
    if (fault !== null) {
      refuse(file, fault);
      return;
    }
    const saved = await start(file, (upload) => uploadEbook(part.id, upload));
    if (!saved) return;
    const { edition: _, ...changed } = saved;
    cachePart(client, changed);
    showToast('success', t.uploaded);
    await refresh();
  };
  const cancel = () => {
    stop();
    showToast('info', t.stopped);
  };
  return { state, send, cancel };
}

function UploadZone({ part, powers, upload }: Pick<EbookDialogProps, 'part' | 'powers'> & { upload: EbookUpload }) {
  const { state, send, cancel } = upload;
  if (state.step === 'sending' || state.step === 'checking') return <UploadProgress state={state} onStop={cancel} />;
  const onSale = powers === 'admin' ? t.replaceHint : t.writterHint;
  return (
    <div className="grid gap-3">
      <FileZone
        label={t.zoneLabel}
        accept={EPUB_TYPES}
        prompt={t.prompt}
        hint={part.was_active ? onSale : t.draftHint}
        error={state.step === 'refused' ? state.reason : undefined}
        onFile={(file) => void send(file)}
      />
      {state.step === 'refused' && (
        <Banner title={t.failed}>{state.reason === NO_ANSWER_TEXT ? t.sendAgain : t.again}</Banner>
      )}
    </div>
  );
}

interface UploadProgressProps {
  readonly state: Extract<UploadState, { readonly step: 'sending' | 'checking' }>;
  readonly onStop: () => void;
}

/** A file on its way: name, bytes, seam, cancel; then the check. */
function UploadProgress({ state, onStop }: UploadProgressProps) {
  const { file } = state;
  const percent = state.step === 'checking' ? 100 : (state.sent / Math.max(1, state.total)) * 100;
  return (
    <div className="rounded-pocket border-2 border-dashed border-line-strong bg-sheet p-4">
      <div className="flex items-start gap-3">
        <BookUp aria-hidden="true" className="mt-1 size-5 shrink-0 text-accent" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold [overflow-wrap:anywhere]">{file.name}</p>
          <p className="figures text-sm text-ink-2">
            {state.step === 'checking' ? t.checking : t.sending(formatBytes(state.sent), formatBytes(state.total))}
          </p>
        </div>
        <IconButton label={t.stop} icon={<X />} onClick={onStop} className="-mt-1.5 -mr-1.5" />
      </div>
      {state.step === 'checking' ? (
        <span aria-hidden="true" className="seam-x seam-busy mt-3 block [--seam:var(--cb-accent)]" />
      ) : (
        <div className="mt-2">
          <ProgressBar percent={percent} label={formatPercent(percent)} name={t.progress(file.name)} />
        </div>
      )}
      <output className="sr-only">{state.step === 'checking' ? t.checking : ''}</output>
    </div>
  );
}
