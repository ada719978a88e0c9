import { type AdminPart, adminPreviewSample, adminSetSample } from '@cuentos/contract/parts';
import { readingMinutes } from '@cuentos/domain/books/reading-time';
import { isOpenToAll, MOST_SAMPLE_SHARE } from '@cuentos/domain/books/sample';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useNow } from '../../../lib/clock.ts';
import { formatPercent } from '../../../lib/format-percent.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { bookTexts } from '../texts.ts';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { waitingQuery } from '../../admin/waiting.ts';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { cachePart, type Powers } from './api.ts';
import { sampleTexts as t } from './texts.ts';

type Way = 'rule' | 'share' | 'nothing';
/** Initial value of the field without a choice, percent. */
const USUAL_SHARE = 15;
/** Pause in typing before the cut is requested, ms. */
const REST_MS = 400;

/** The typed percentage; null when it is invalid. */
function shareOf(text: string): number | null {
  const share = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return share >= 1 && share <= MOST_SAMPLE_SHARE ? share : null;
}

const sampleSchema = z
  .object({ way: z.enum(['rule', 'share', 'nothing']), typed: z.string() })
  .refine(({ way, typed }) => way !== 'share' || shareOf(typed) !== null, {
    path: ['typed'],
    message: t.percentInvalid(MOST_SAMPLE_SHARE),
  });

type Choice = z.infer<typeof sampleSchema>;

const choiceOf = (share: number | null): Choice => ({
  way: share === null ? 'rule' : share === 0 ? 'nothing' : 'share',
  typed: String(share || USUAL_SHARE),
});

/** Percentage of the part in its sample; null for the shop's rule. */
const chosenShare = ({ way, typed }: Choice): number | null => ({ rule: null, share: shareOf(typed), nothing: 0 })[way];

interface SampleDialogProps {
  readonly part: AdminPart;
  readonly powers: Powers;
  readonly onClose: () => void;
}

/** 'Muestra': how much of a part everybody may read, with the words at the cut. */
export function SampleDialog({ part, powers, onClose }: SampleDialogProps) {
  const client = useQueryClient();
  const onSaved = (saved: AdminPart) => {
    cachePart(client, saved);
    void client.invalidateQueries({ queryKey: waitingQuery.queryKey });
    showToast(saved.sample_request ? 'info' : 'success', saved.sample_request ? t.asked : t.saved);
    onClose();
  };
  const { form, dialog } = useWorkForm<Choice, Choice, AdminPart, AdminPart>({
    name: draftName('sample', part.id),
    entity: part,
    // An admin starts with the share that a writter requested.
    valuesOf: (before = part) => choiceOf((before.sample_request ?? { share: before.sample_share }).share),
    schema: sampleSchema,
    save: (choice) => saveShare(part.id, chosenShare(choice)),
    onSaved,
    texts: failures,
  });
  const choice = useWatch({ control: form.control }) as Choice;
  const { way } = choice;
  const share = chosenShare(choice);
  const isFree = isOpenToAll({ value: part.value, releaseAt: Date.parse(part.release_date) }, useNow());
  return (
    <WorkDialog title={t.title} text={part.name} submit={t.save} {...dialog} onClose={onClose}>
      {part.sample_request && (
        <SampleRequest part={part} request={part.sample_request} powers={powers} onKept={onSaved} />
      )}
      <p className="text-ink-2">{isFree ? t.openWhole : t.intro}</p>
      <Ways way={way} onChange={(next) => form.setValue('way', next, { shouldDirty: true })} />
      {way === 'share' && (
        <TextField
          label={t.percent}
          inputMode="numeric"
          autoComplete="off"
          hint={t.percentHint(MOST_SAMPLE_SHARE)}
          error={form.formState.errors.typed?.message}
          {...form.register('typed')}
        />
      )}
      {way !== 'nothing' && (way === 'rule' || share !== null) && <Cut partId={part.id} share={share} />}
    </WorkDialog>
  );
}

const failures = { byCode: { part_not_found: t.gone }, failed: t.saveFailed };

interface SampleRequestProps {
  readonly part: AdminPart;
  readonly request: NonNullable<AdminPart['sample_request']>;
  readonly powers: Powers;
  readonly onKept: (part: AdminPart) => void;
}

/** Shows the share that a writter requested; an admin may keep the current one with one press. */
function SampleRequest({ part, request: { share, asked_by: name }, powers, onKept }: SampleRequestProps) {
  const { busy, send } = useAdminMutation({
    call: () => saveShare(part.id, part.sample_share),
    onDone: onKept,
    texts: failures,
  });
  const what = share === null ? t.askedRule : t.askedShare(formatPercent(share));
  return (
    <div className="grid justify-items-start gap-3 bg-accent-soft p-4 text-sm">
      <p>{powers === 'admin' ? t.requested(name ?? t.someone, what) : t.ownRequest(what)}</p>
      {powers === 'admin' && (
        <Button busy={busy} onClick={() => send()}>
          {t.keep}
        </Button>
      )}
    </div>
  );
}

/** PUT /api/admin/book_parts/{id}/sample. */
const saveShare = (id: string, share: number | null) =>
  adminCall(adminSetSample, { params: { id }, json: { share }, handles: 'all' });

function Ways({ way, onChange }: { readonly way: Way; readonly onChange: (way: Way) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{t.howMuch}</legend>
      {(['rule', 'share', 'nothing'] as const).map((each) => (
        <label key={each} className="flex min-h-12 items-center gap-3 border-b border-line py-1.5">
          <input
            type="radio"
            name="sample"
            checked={way === each}
            onChange={() => onChange(each)}
            className="size-5 shrink-0 accent-(--cb-accent)"
          />
          <span className="min-w-0 flex-1">
            {t.ways[each].label}
            <span className="block text-sm text-ink-3">{t.ways[each].hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shows where the sample would end. */
function Cut({ partId, share }: { readonly partId: string; readonly share: number | null }) {
  const [requestedShare, setRequestedShare] = useState(share);
  useEffect(() => {
    const timer = setTimeout(() => setRequestedShare(share), REST_MS);
    return () => clearTimeout(timer);
  }, [share]);
  const query = useQuery({
    ...adminQueryOf(adminPreviewSample, {
      params: { id: partId },
      query: requestedShare === null ? {} : { share: String(requestedShare) },
      handles: 'all',
    }),
    placeholderData: keepPreviousData,
  });
  const { data: cut } = query;
  const isWaiting = requestedShare !== share || query.isFetching;
  return (
    <section aria-label={t.cutTitle} aria-busy={isWaiting} className="grid gap-3">
      <h3 className="text-sm font-semibold">{t.cutTitle}</h3>
      {cut && (
        <>
          <output className="figures text-sm text-ink-2">
            {isWaiting
              ? t.looking
              : t.cutAt(
                  formatPercent(Math.round((cut.characters / Math.max(1, cut.part_characters)) * 100)),
                  bookTexts.readingTime(readingMinutes(cut.characters)),
                )}
          </output>
          <div className="rounded-2 border border-line bg-page px-4 py-3.5">
            <p className="font-serif leading-relaxed hyphens-auto">{cut.before}</p>
            <p className="my-3 flex items-center gap-3 text-xs font-semibold text-accent before:flex-1 before:border-t-2 before:border-dashed before:border-line-strong after:flex-1 after:border-t-2 after:border-dashed after:border-line-strong">
              {t.cutHere}
            </p>
            <p className="font-serif leading-relaxed text-ink-3 hyphens-auto">{cut.after}</p>
          </div>
        </>
      )}
      {cut === null && !query.isError && (
        <output className="rounded-2 bg-spot-soft px-3.5 py-3 text-sm text-spot-ink">{t.nothingToShow}</output>
      )}
      {cut === undefined && query.isPending && <p className="text-sm text-ink-3">{t.looking}</p>}
      {query.isError && (
        <div className="flex flex-wrap items-center gap-3" role="alert">
          <p className="text-sm">{t.cutFailed}</p>
          <Button onClick={() => void query.refetch()}>{t.retry}</Button>
        </div>
      )}
    </section>
  );
}
