import {
  adminCarryOutDataRequest,
  adminCloseDataRequest,
  adminEnterDataRequest,
  adminListDataRequests,
  type DataRequest,
  type DataRequestBody,
  type DataRequestKind,
} from '@cuentos/contract/personal-data';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useFormDraft } from '../../../device/form-drafts.ts';
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
import { adminCall } from '../admin-call.ts';
import { useAdminMutation } from '../admin-mutation.ts';
import { SectionTitle } from '../area-frame.tsx';
import { formatMinute, toFormDay } from '../dates.ts';
import { PAGE_SIZES, usePagedList } from '../use-paged-list.ts';
import { draftName, WorkDialog } from '../work-dialog.tsx';
import { keyOf } from '../../../lib/api/query-key.ts';
import { dataRequestTexts as t } from './texts.ts';

/** Key of the paged list. */
const KEY = keyOf(adminListDataRequests);

const tones: Readonly<Record<DataRequest['state'], BadgeTone>> = {
  open: 'info',
  running: 'info',
  done: 'ok',
  refused: 'plain',
  withdrawn: 'plain',
};

const personOf = ({ person }: DataRequest): string => person ?? t.erased;

interface Acts {
  readonly busy: string | undefined;
  readonly carryOut: (request: DataRequest) => void;
  readonly close: (request: DataRequest) => void;
}

function columnsOf({ busy, carryOut, close }: Acts, now: number): Column<DataRequest>[] {
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
          <p>{personOf(row)}</p>
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
  const told =
    row.erase_at === null ? (t.outcomes[row.outcome] ?? row.outcome) : t.runsUntil(formatMinute(row.erase_at));
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={isLate ? 'bad' : tones[row.state]}>{isLate ? t.late : t.states[row.state]}</Badge>
      {told && <p className="figures text-sm text-ink-2 [overflow-wrap:anywhere]">{told}</p>}
      {row.done_at !== null && <p className="figures text-xs text-ink-3">{formatDate(row.done_at)}</p>}
    </div>
  );
}

/** /admin/data-requests: what was asked about personal data, until when, and what was done. */
export function AdminDataRequestsScreen() {
  const client = useQueryClient();
  const now = useNow();
  const [open, setOpen] = useState<DataRequest | 'letter' | null>(null);
  const list = usePagedList<DataRequest>({
    queryKey: KEY,
    fetchPage: ({ offset, limit, signal }) =>
      adminCall(adminListDataRequests, { query: { offset, limit }, handles: 'all', signal }),
    wordsOf: (row) => `${t.kinds[row.kind]} ${personOf(row)}`,
  });
  const reload = () => client.invalidateQueries({ queryKey: KEY });
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
      <ListPanel
        list={list}
        sizes={PAGE_SIZES}
        caption={t.caption}
        columns={columnsOf({ busy: sending?.id, carryOut: (row) => void carryOut(row), close: setOpen }, now)}
        keyOf={({ id }) => id}
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

type Problems = Readonly<Record<string, string>>;
const fieldsOf = (error: unknown): Problems => (error instanceof ApiError ? error.fields : {});

function LetterDialog({ onSaved, onClose }: FormProps) {
  const [begun] = useState((): DataRequestBody => {
    return { kind: 'access', person: '', asked_on: toFormDay(serverNow()), note: '' };
  });
  const [form, setForm] = useState(begun);
  const draft = useFormDraft<DataRequestBody>({
    form: draftName('data-request', null),
    values: form,
    begun,
    show: (changes) => setForm({ ...begun, ...changes }),
  });
  const [problems, setProblems] = useState<Problems>({});
  const { busy, send } = useAdminMutation({
    call: (json: DataRequestBody) => adminCall(adminEnterDataRequest, { json, handles: 'all' }),
    onDone: () => {
      void draft.clear();
      showToast('success', t.saved);
      onSaved();
    },
    onFailure: (error) => {
      setProblems(fieldsOf(error));
      return Object.keys(fieldsOf(error)).length > 0;
    },
    texts: { failed: t.failed },
  });
  const submit = () => {
    const wrong = {
      ...(form.person.trim() === '' ? { person: t.personRequired } : {}),
      ...(form.asked_on === '' ? { asked_on: t.dayRequired } : {}),
    };
    setProblems(wrong);
    if (Object.keys(wrong).length === 0) send(form);
  };
  return (
    <WorkDialog
      title={t.letterTitle}
      text={t.letterText}
      submit={t.save}
      busy={busy}
      dirty={form.person !== '' || form.note !== ''}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <LetterFields
        form={form}
        problems={problems}
        onChange={(change) => setForm((before) => ({ ...before, ...change }))}
      />
    </WorkDialog>
  );
}

interface LetterFieldsProps {
  readonly form: DataRequestBody;
  readonly problems: Problems;
  readonly onChange: (change: Partial<DataRequestBody>) => void;
}

function LetterFields({ form: { kind, person, asked_on, note }, problems, onChange }: LetterFieldsProps) {
  return (
    <>
      <SelectField
        label={t.kind}
        value={kind}
        onChange={({ target }) => onChange({ kind: target.value as DataRequestKind })}
      >
        {Object.entries(t.kinds).map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.person}
        hint={t.personHint}
        error={problems['person']}
        maxLength={300}
        value={person}
        onChange={({ target }) => onChange({ person: target.value })}
      />
      <TextField
        label={t.askedOn}
        type="date"
        error={problems['asked_on']}
        value={asked_on}
        onChange={({ target }) => onChange({ asked_on: target.value })}
      />
      <TextAreaField
        label={t.note}
        maxLength={2000}
        value={note}
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </>
  );
}

interface Answer {
  readonly state: 'done' | 'refused';
  readonly outcome: string;
}

const unanswered: Answer = { state: 'done', outcome: '' };

function CloseDialog({ request, onSaved, onClose }: FormProps & { readonly request: DataRequest }) {
  const [form, setForm] = useState(unanswered);
  const draft = useFormDraft<Answer>({
    form: draftName('data-request', request.id),
    values: form,
    begun: unanswered,
    show: (changes) => setForm({ ...unanswered, ...changes }),
  });
  const [problem, setProblem] = useState<string>();
  const { busy, send } = useAdminMutation({
    call: (json: Answer) => adminCall(adminCloseDataRequest, { params: { id: request.id }, json, handles: 'all' }),
    onDone: () => {
      void draft.clear();
      showToast('success', t.closed);
      onSaved();
    },
    texts: { failed: t.failed, serverSays: [404, 409] },
  });
  const submit = () => {
    const wrong = form.outcome.trim() === '' ? t.outcomeRequired : undefined;
    setProblem(wrong);
    if (wrong === undefined) send(form);
  };
  return (
    <WorkDialog
      title={t.closeTitle}
      text={`${t.kinds[request.kind]}, ${personOf(request)}. ${t.closeText}`}
      submit={t.close}
      busy={busy}
      dirty={form.outcome !== ''}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={t.answer}
        value={form.state}
        onChange={({ target }) => setForm({ ...form, state: target.value === 'refused' ? 'refused' : 'done' })}
      >
        {Object.entries(t.answers).map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.outcome}
        hint={t.outcomeHint}
        error={problem}
        maxLength={300}
        value={form.outcome}
        onChange={({ target }) => setForm({ ...form, outcome: target.value })}
      />
    </WorkDialog>
  );
}
