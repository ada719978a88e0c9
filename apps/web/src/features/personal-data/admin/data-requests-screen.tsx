import {
  adminCarryOutDataRequest,
  adminCloseDataRequest,
  adminEnterDataRequest,
  adminListDataRequests,
  closeDataRequestBody,
  type DataRequest,
  type DataRequestBody,
  dataRequestBody,
} from '@cuentos/contract/personal-data';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { serverNow, useNow } from '../../../lib/clock.ts';
import { formatDate } from '../../../lib/formats.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { type Column, RowAction } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { adminCall } from '../../admin/admin-call.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { formatMinute, toFormDay } from '../../admin/dates.ts';
import { GoneDrafts } from '../../admin/gone-drafts.tsx';
import { PersonLink } from '../../admin/row-links.tsx';
import { findRow, pagesOf, usePagedList } from '../../admin/use-paged-list.ts';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { dataRequestTexts as t } from './texts.ts';

/** The list, page by page. */
const pages = pagesOf(adminListDataRequests);

const tones: Readonly<Record<DataRequest['state'], BadgeTone>> = {
  open: 'info',
  running: 'info',
  done: 'ok',
  refused: 'plain',
  withdrawn: 'plain',
};

const personOf = ({ person }: DataRequest): string => person ?? t.erased;

interface RowHandlers {
  readonly busy: string | undefined;
  readonly carryOut: (request: DataRequest) => void;
  readonly close: (request: DataRequest) => void;
}

function columnsOf({ busy, carryOut, close }: RowHandlers, now: number): Column<DataRequest>[] {
  return [
    {
      id: 'kind',
      label: t.columns.kind,
      place: 'title',
      cell: (row) => (
        <div className="[overflow-wrap:anywhere]">
          <p className="font-semibold">{t.kinds[row.kind]}</p>
          {row.note && <p className="font-sans text-sm font-normal text-ink-2">{row.note}</p>}
        </div>
      ),
    },
    {
      id: 'person',
      label: t.columns.person,
      cell: (row) => (
        <div className="[overflow-wrap:anywhere]">
          <p>
            <PersonLink id={row.user_id} name={personOf(row)} />
          </p>
          <p className="text-xs text-ink-3">{t.channels[row.channel]}</p>
        </div>
      ),
    },
    {
      id: 'asked',
      label: t.columns.asked,
      cell: ({ asked_at }) => <span className="figures whitespace-nowrap">{formatDate(asked_at)}</span>,
    },
    {
      id: 'due',
      label: t.columns.due,
      cell: ({ due_at }) => <span className="figures whitespace-nowrap">{formatDate(due_at)}</span>,
    },
    { id: 'state', label: t.columns.state, cell: (row) => <State row={row} now={now} /> },
    {
      id: 'actions',
      label: t.columns.actions,
      place: 'actions',
      cell: (row) =>
        row.state === 'open' && (
          <span className="flex gap-1 max-md:flex-wrap">
            {row.can_carry_out && (
              <RowAction
                busy={busy === row.id}
                aria-label={t.of(t.carryOut, `${t.kinds[row.kind]}, ${personOf(row)}`)}
                onClick={() => carryOut(row)}
              >
                {t.carryOut}
              </RowAction>
            )}
            <RowAction aria-label={t.of(t.close, `${t.kinds[row.kind]}, ${personOf(row)}`)} onClick={() => close(row)}>
              {t.close}
            </RowAction>
          </span>
        ),
    },
  ];
}

function State({ row, now }: { readonly row: DataRequest; readonly now: number }) {
  const isLate = row.state === 'open' && new Date(row.due_at).getTime() < now;
  const outcomeText =
    row.erase_at === null ? (t.outcomes[row.outcome] ?? row.outcome) : t.runsUntil(formatMinute(row.erase_at));
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={isLate ? 'bad' : tones[row.state]}>{isLate ? t.late : t.states[row.state]}</Badge>
      {outcomeText && <p className="figures text-sm text-ink-2 [overflow-wrap:anywhere]">{outcomeText}</p>}
      {row.done_at !== null && <p className="figures text-xs text-ink-3">{formatDate(row.done_at)}</p>}
    </div>
  );
}

/** /admin/data-requests: requests about personal data, their deadlines, and the measures taken. */
export function AdminDataRequestsScreen() {
  const client = useQueryClient();
  const now = useNow();
  const [open, setOpen] = useState<DataRequest | 'letter' | null>(null);
  const list = usePagedList<DataRequest>({
    ...pages,
    wordsOf: (row) => `${t.kinds[row.kind]} ${personOf(row)}`,
  });
  const reload = () => client.invalidateQueries({ queryKey: pages.queryKey });
  const { sending, send } = useAdminMutation({
    call: ({ id }: DataRequest) => adminCall(adminCarryOutDataRequest, { params: { id }, handles: 'all' }),
    onDone: () => showToast('success', t.carriedOut),
    texts: { failed: t.failed, serverSays: [404, 409] },
    onEnd: reload,
  });
  const carryOut = async (row: DataRequest) => {
    const isErasure = row.kind === 'erasure';
    const question = {
      title: isErasure ? t.eraseTitle : t.blockTitle,
      message: isErasure ? t.eraseText(personOf(row)) : t.blockText(personOf(row)),
      confirm: t.carryOut,
      cancel: t.cancel,
    };
    if (await ask(question)) send(row);
  };
  const end = () => {
    setOpen(null);
    void reload();
  };
  return (
    <>
      <SectionTitle
        title={t.title}
        text={t.text}
        actions={
          <Button icon={<Plus aria-hidden="true" />} onClick={() => setOpen('letter')}>
            {t.add}
          </Button>
        }
      />
      <GoneDrafts
        kind="data-request"
        title={t.draftGone}
        textOf={({ outcome }) => outcome ?? ''}
        isGone={async ({ id }) => (await findRow(pages, (row) => row.id === id))?.state !== 'open'}
        stamp={list.isLoading}
      />
      <ListPanel
        list={list}
        caption={t.caption}
        columns={columnsOf({ busy: sending?.id, carryOut: (row) => void carryOut(row), close: setOpen }, now)}
        empty={t.empty}
      />
      {open === 'letter' && <LetterDialog onSaved={end} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'letter' && <CloseDialog request={open} onSaved={end} onClose={() => setOpen(null)} />}
    </>
  );
}

interface FormProps {
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function LetterDialog({ onSaved, onClose }: FormProps) {
  const { form, dialog } = useWorkForm<DataRequestBody, z.output<typeof dataRequestBody>, never, DataRequest>({
    name: draftName('data-request', null),
    valuesOf: () => ({ kind: 'access', person: '', asked_on: toFormDay(serverNow()), note: '' }),
    schema: dataRequestBody,
    save: (json) => adminCall(adminEnterDataRequest, { json, handles: 'all' }),
    onSaved() {
      showToast('success', t.saved);
      onSaved();
    },
    texts: { failed: t.failed },
  });
  const { errors } = form.formState;
  return (
    <WorkDialog title={t.letterTitle} text={t.letterText} submit={t.save} {...dialog} onClose={onClose}>
      <SelectField label={t.kind} {...form.register('kind')}>
        {Object.entries(t.kinds).map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.person}
        hint={t.personHint}
        error={errors.person?.message}
        maxLength={300}
        {...form.register('person')}
      />
      <TextField label={t.askedOn} type="date" error={errors.asked_on?.message} {...form.register('asked_on')} />
      <TextAreaField label={t.note} maxLength={2000} {...form.register('note')} />
    </WorkDialog>
  );
}

type Answer = z.input<typeof closeDataRequestBody>;

function CloseDialog({ request, onSaved, onClose }: FormProps & { readonly request: DataRequest }) {
  const { form, dialog } = useWorkForm<Answer, z.output<typeof closeDataRequestBody>, never, DataRequest>({
    name: draftName('data-request', request.id),
    valuesOf: () => ({ state: 'done', outcome: '' }),
    schema: closeDataRequestBody,
    save: (json) => adminCall(adminCloseDataRequest, { params: { id: request.id }, json, handles: 'all' }),
    onSaved() {
      showToast('success', t.closed);
      onSaved();
    },
    texts: { failed: t.failed, serverSays: [404, 409] },
  });
  return (
    <WorkDialog
      title={t.closeTitle}
      text={`${t.kinds[request.kind]}, ${personOf(request)}. ${t.closeText}`}
      submit={t.close}
      {...dialog}
      onClose={onClose}
    >
      <SelectField label={t.answer} {...form.register('state')}>
        {Object.entries(t.answers).map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.outcome}
        hint={t.outcomeHint}
        error={form.formState.errors.outcome?.message}
        maxLength={300}
        {...form.register('outcome')}
      />
    </WorkDialog>
  );
}
