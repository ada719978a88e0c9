import type { AdminEdition, GateFinding } from '@cuentos/contract/editions';
import type { AdminPart } from '@cuentos/contract/parts';
import { goesOutAtOnce } from '@cuentos/domain/books/part-availability';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  BookUp,
  CircleCheck,
  Download,
  Lightbulb,
  Monitor,
  ShieldCheck,
  Smartphone,
  TriangleAlert,
  Undo2,
  X,
} from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { NO_ANSWER_TEXT } from '../../../lib/api/texts.ts';
import { formatPercent } from '../../../lib/format-percent.ts';
import { formatBytes } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { FileZone } from '../../../ui/forms/file-zone.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { SideDialog } from '../../../ui/overlays/side-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { formatMinute } from '../../admin/dates.ts';
import {
  cachePart,
  discardEdition,
  downloadEdition,
  editionsQuery,
  partsQuery,
  type Powers,
  publishEdition,
  uploadEbook,
} from './api.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { EditionPages, usePageReview } from './page-review.tsx';
import { useDraftToggle } from './use-draft-toggle.ts';
import { ebookTexts as t } from './texts.ts';
import { EPUB_TYPES, epubFault, type UploadState, useUpload } from './uploads.ts';
import { useLeaveUpload } from './use-leave-upload.ts';

interface EditionListProps {
  readonly part: AdminPart;
  readonly editions: readonly AdminEdition[];
  readonly powers: Powers;
  /** Called when an edition was published or discarded. */
  readonly onChanged: () => Promise<void>;
}

/** The editions of a part, newest first, each with preview, file and report. */
function EditionList({ part, editions, powers, onChanged }: EditionListProps) {
  if (editions.length === 0) return <p className="text-sm text-ink-2">{t.noEditions}</p>;
  return (
    <ul className="border-t border-line">
      {editions.map((edition, index) => (
        <li key={edition.id} className="grid gap-3 border-b border-line py-4">
          <Edition
            part={part}
            edition={edition}
            number={editions.length - index}
            powers={powers}
            onChanged={onChanged}
          />
        </li>
      ))}
    </ul>
  );
}

const tones = { pending: 'info', published: 'ok', superseded: 'plain' } as const;

interface EditionProps extends Omit<EditionListProps, 'editions'> {
  readonly edition: AdminEdition;
  readonly number: number;
}

function Edition({ part, edition, number, powers, onChanged }: EditionProps) {
  const name = t.edition(number);
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div>
          <p className="font-serif font-[560]">{name}</p>
          <p className="figures text-xs text-ink-3">
            {t.editionFacts(formatMinute(edition.created_at), formatBytes(edition.size))}
          </p>
          {edition.file_name && <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{edition.file_name}</p>}
          {edition.title && <p className="text-sm [overflow-wrap:anywhere] text-ink-2">{t.titled(edition.title)}</p>}
          {edition.title_differs && (
            <p className="mt-1 flex items-start gap-1.5 text-sm font-medium text-spot-ink [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
              <TriangleAlert aria-hidden="true" />
              {t.titleDiffers}
            </p>
          )}
        </div>
        <Badge tone={tones[edition.state]}>{t.states[edition.state]}</Badge>
      </div>
      <Previews part={part} edition={edition} name={name} />
      {edition.state === 'pending' && (
        <PendingActions part={part} edition={edition} powers={powers} onChanged={onChanged} />
      )}
      {edition.state === 'superseded' && powers === 'admin' && (
        <GoBack edition={edition} name={name} onChanged={onChanged} />
      )}
      <EditionPages part={part} edition={edition} name={name} />
      {edition.state === 'superseded' ? (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-accent">
            {t.reportTitle}
          </summary>
          <EditionReport findings={edition.report} />
        </details>
      ) : (
        <section aria-label={t.reportOf(name)} className="mt-1">
          <EditionReport findings={edition.report} />
        </section>
      )}
    </>
  );
}

/** Of messages about which edition readers have, only the newest is true. */
const ABOUT_EDITION = { about: 'edition' } as const;

/** Windows of a phone's and of a desktop's size, CSS pixels. */
const windows = { phone: 'width=390,height=844', desktop: 'width=1280,height=800' } as const;

function Previews({ part, edition, name }: { part: AdminPart; edition: AdminEdition; name: string }) {
  const href = `/reader/${part.book_id}/${part.id}/true?edition=${edition.id}`;
  const { busy, send: download } = useAdminMutation({
    call: () => downloadEdition(part, edition),
    onDone: () => {},
    texts: { failed: t.downloadFailed, serverSays: [404] },
  });
  return (
    <div className="flex flex-wrap gap-2">
      <PreviewLink href={href} size={windows.phone} label={t.previewPhone} name={name} icon={<Smartphone />} />
      <PreviewLink href={href} size={windows.desktop} label={t.previewDesktop} name={name} icon={<Monitor />} />
      <Button
        busy={busy}
        aria-label={t.downloadOf(name)}
        icon={<Download aria-hidden="true" />}
        onClick={() => download()}
      >
        {t.downloadEdition}
      </Button>
    </div>
  );
}

/** Publishes a replaced edition again. */
function GoBack({ edition, name, onChanged }: Pick<EditionProps, 'edition' | 'onChanged'> & { readonly name: string }) {
  const { busy, send } = useAdminMutation({
    call: async () => {
      const question = { title: t.goBackAsk, message: t.goBackText(name), confirm: t.goBack, cancel: t.goBackLater };
      return (await ask(question)) && publishEdition(edition.id);
    },
    onDone: () => showToast('success', t.wentBack, ABOUT_EDITION),
    texts: { failed: t.publishFailed },
    onEnd: onChanged,
  });
  return (
    <div>
      <Button busy={busy} aria-label={t.goBackOf(name)} icon={<Undo2 aria-hidden="true" />} onClick={() => send()}>
        {t.goBack}
      </Button>
    </div>
  );
}

interface PreviewLinkProps {
  readonly href: string;
  readonly size: string;
  readonly label: string;
  readonly name: string;
  readonly icon: ReactNode;
}

/** Opens the reader in a window of its own; in a new tab where windows have no size (a phone). */
function PreviewLink({ href, size, label, name, icon }: PreviewLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    window.open(href, '_blank', `popup,noopener,${size}`);
  };
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={t.previewOf(label, name)}
      onClick={open}
      className={`${buttonClass({})} [&>svg]:size-4.5`}
    >
      {icon}
      {label}
    </a>
  );
}

function PendingActions({ part, edition, powers, onChanged }: Omit<EditionProps, 'number'>) {
  const [asking, setAsking] = useState(false);
  const { busy, send: publish } = useAdminMutation({
    call: async () => (await isMeant(part, edition)) && publishEdition(edition.id),
    onDone: () => showToast('success', t.published, ABOUT_EDITION),
    texts: { failed: t.publishFailed },
    onEnd: onChanged,
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {powers === 'admin' ? (
          <Button variant="primary" busy={busy} onClick={() => publish()}>
            {t.publish}
          </Button>
        ) : (
          <p className="text-sm text-ink-2">{t.waitingWritter}</p>
        )}
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {t.discard}
        </Button>
      </div>
      {asking && (
        <ConfirmDeletion
          question={t.discardConfirm}
          detail={t.discardDetail}
          confirm={t.discard}
          done={t.discarded}
          goneText={t.discarded}
          failed={t.discardFailed}
          remove={() => discardEdition(edition.id)}
          onRemoved={() => void onChanged()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Asks about a book whose title differs from its part's. */
async function isMeant(part: AdminPart, { title, title_differs: differs }: AdminEdition): Promise<boolean> {
  if (!differs) return true;
  return ask({
    title: t.titleAsk,
    message: t.titleAskText(title ?? '', part.name),
    confirm: t.titleMeant,
    cancel: t.titleLater,
  });
}

interface EditionReportProps {
  readonly findings: readonly GateFinding[];
}

/** Lists what the gate removed, noticed and advises, in plain Spanish. */
function EditionReport({ findings }: EditionReportProps) {
  if (findings.length === 0) {
    return (
      <p className="flex items-start gap-2 text-sm text-ok [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
        <CircleCheck aria-hidden="true" />
        {t.clean}
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <Group
        title={t.removed}
        icon={<ShieldCheck aria-hidden="true" />}
        findings={findings.filter(({ removed }) => removed)}
      />
      <Group
        title={t.notices}
        icon={<TriangleAlert aria-hidden="true" />}
        findings={findings.filter(({ removed, advice }) => !removed && !advice)}
      />
      <Group
        title={t.advice}
        icon={<Lightbulb aria-hidden="true" />}
        findings={findings.filter(({ advice }) => advice)}
      />
    </div>
  );
}

interface GroupProps extends EditionReportProps {
  readonly title: string;
  readonly icon: ReactNode;
}

function Group({ title, icon, findings }: GroupProps) {
  if (findings.length === 0) return null;
  return (
    <div>
      <h4 className="flex items-center gap-2 text-sm font-semibold text-ink-2 [&>svg]:size-4">
        {icon}
        {title}
      </h4>
      <ul className="mt-1 border-t border-line">
        {findings.map(({ kind, text, count, files }) => (
          <li key={kind} className="border-b border-line py-2 text-sm">
            <p>
              {text}
              {count > 1 && <span className="figures text-ink-3"> ({t.times(count)})</span>}
            </p>
            {files.length > 0 && (
              <details className="text-ink-2">
                <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent">
                  {t.files(files.length)}
                </summary>
                <ul className="pl-4 text-xs [overflow-wrap:anywhere]">
                  {files.map((file) => (
                    <li key={file}>{file}</li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface EbookDialogProps {
  readonly part: AdminPart;
  readonly powers: Powers;
  readonly onClose: () => void;
}

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
  const upload = useEbookUpload(part, powers, refresh);
  const busy = upload.state.step === 'sending' || upload.state.step === 'checking';
  const close = useLeaveUpload(busy, onClose);
  return (
    <SideDialog title={part.name} caption={t.caption} closable={!busy} onBlocked={() => void close()} onClose={onClose}>
      <div className="grid gap-8">
        <UploadZone part={part} powers={powers} upload={upload} />
        {!busy && powers === 'admin' && part.is_draft && part.ebook && <ToActivate part={part} onActivated={onClose} />}
        <section>
          <h3 className="text-lg">{t.editionsTitle}</h3>
          <div className="mt-2">
            {editions.isPending && <div aria-hidden="true" className="skeleton h-24" />}
            {editions.isError && (
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

/** The next step of a draft part that has its book. */
function ToActivate({ part, onActivated }: { readonly part: AdminPart; readonly onActivated: () => void }) {
  const { toggling, toggle } = useDraftToggle(onActivated);
  return (
    <div className="grid justify-items-start gap-3 rounded-2 bg-info-soft p-3.5 text-sm text-info">
      <p>{t.toActivate}</p>
      <Button variant="primary" busy={toggling === part.id} onClick={() => toggle(part)}>
        {t.activatePart}
      </Button>
    </div>
  );
}

const uploadFacts = (part: AdminPart, powers: Powers) => ({
  wasOnSale: part.was_active,
  hasEbook: part.ebook,
  byAdmin: powers === 'admin',
});

/** Returns the hint about what happens to a file that is sent now. */
function uploadHint(part: AdminPart, powers: Powers): string {
  if (!part.was_active) return t.draftHint;
  if (goesOutAtOnce(uploadFacts(part, powers))) return t.firstHint;
  return powers === 'admin' ? t.replaceHint : t.writterHint;
}

type EbookUpload = ReturnType<typeof useEbookUpload>;

/** Sends the file and shows the result. */
function useEbookUpload(part: AdminPart, powers: Powers, refresh: () => Promise<void>) {
  const client = useQueryClient();
  const { state, start, refuse, stop } = useUpload();
  const review = usePageReview(part);
  const { send: publish } = useAdminMutation({
    call: (id: string) => publishEdition(id),
    onDone: () => showToast('success', part.was_active ? t.published : t.attached, ABOUT_EDITION),
    texts: { failed: t.publishFailed },
    onEnd: refresh,
  });
  const send = async (file: File) => {
    const fault = epubFault(file);
    if (fault !== null) {
      refuse(file, fault);
      return;
    }
    const saved = await start(file, (upload) => uploadEbook(part.id, upload));
    if (!saved) return;
    const { edition, ...changed } = saved;
    cachePart(client, changed);
    showToast('success', t.uploaded);
    await refresh();
    if (edition) review(edition.id);
    // The edition waits only because of its title: a yes publishes it.
    if (edition?.title_differs && goesOutAtOnce(uploadFacts(part, powers)) && (await isMeant(part, edition))) {
      publish(edition.id);
    }
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
  return (
    <div className="grid gap-3">
      <FileZone
        label={t.zoneLabel}
        accept={EPUB_TYPES}
        prompt={t.prompt}
        hint={uploadHint(part, powers)}
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

/** A file that is being uploaded: name, bytes, progress, cancel; then its check. */
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
