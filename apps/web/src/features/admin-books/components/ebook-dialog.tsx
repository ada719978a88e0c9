import type { AdminPart } from '@cuentos/contract/admin/books';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NO_ANSWER_TEXT } from '../../../lib/error-texts.ts';
import { ask } from '../../../ui/ask-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileZone } from '../../../ui/file-zone.tsx';
import { SideDialog } from '../../../ui/side-dialog.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { EPUB_TYPES, epubFault } from '../check-file.ts';
import { editionsQuery, keepPart, partsQuery, uploadEbook } from '../data.ts';
import { ebookTexts as t } from '../ebook-texts.ts';
import type { Powers } from '../powers.ts';
import { useUpload } from '../use-upload.ts';
import { EditionList } from './edition-list.tsx';
import { UploadProgress } from './upload-progress.tsx';

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
    keepPart(client, changed);
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
