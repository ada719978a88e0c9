import type { Announcement, AnnouncementBody, Audience, Audiences } from '@cuentos/contract/announcements';
import { limits } from '@cuentos/contract/limits';
import { bookMark } from '@cuentos/domain/announcements/markup';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Bold, BookOpen, Eye, Italic, Link2, List } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useFormDraft } from '../../../device/form-drafts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatNumber } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { inputClass, invalidClass } from '../../../ui/forms/field-classes.ts';
import { describedBy, FieldMessage } from '../../../ui/forms/field-message.tsx';
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useTask } from '../../../ui/forms/use-task.ts';
import { TableSkeleton } from '../../../ui/lists/data-table.tsx';
import { ListFailure } from '../../../ui/lists/list-panel.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { booksQuery } from '../../books/queries.ts';
import { reportFailure } from '../../admin/admin-mutation.ts';
import { useSessionNotice } from '../../admin/forms.ts';
import { draftName } from '../../admin/work-dialog.tsx';
import { AnnouncementPreview } from './announcement-preview.tsx';
import {
  announcementFailures,
  announcementQuery,
  ANNOUNCEMENTS_KEY,
  audiencesQuery,
  saveDraft,
  sendDraft,
  sendTest,
} from './api.ts';
import { announcementTexts as t } from './texts.ts';

interface AnnouncementFormProps {
  /** Null: a new one. */
  readonly id: string | null;
  readonly onBack: () => void;
  /** Leads to one that is on its way. */
  readonly onShow: (id: string) => void;
}

/** How long the sending takes. */
function Pace({ people, perMinute }: { readonly people: number; readonly perMinute: number }) {
  if (people === 0) return null;
  const minutes = Math.ceil(people / Math.max(1, perMinute));
  return (
    <p className="figures text-sm text-ink-3">{t.pace(formatNumber(perMinute), t.minutes(minutes, formatNumber))}</p>
  );
}

/** 'Escribir un anuncio': text, audience, time, and how it will look. */
export function AnnouncementForm({ id, onBack, onShow }: AnnouncementFormProps) {
  const draft = useQuery({ ...announcementQuery(id ?? ''), enabled: id !== null });
  const audiences = useQuery(audiencesQuery);
  const back = (
    <Button variant="quiet" className="-ml-2.5" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
      {t.title}
    </Button>
  );
  if ((draft.isError && !draft.data) || (audiences.isError && !audiences.data)) {
    const again = () => void Promise.all([draft.refetch(), audiences.refetch()]);
    return (
      <>
        {back}
        <ListFailure onRetry={again} />
      </>
    );
  }
  if ((id !== null && !draft.data) || !audiences.data) return <TableSkeleton />;
  return (
    <>
      {back}
      <h1 className="type-2 mt-1 mb-6">{t.formTitle}</h1>
      <Editor draft={draft.data || null} audiences={audiences.data} onBack={onBack} onShow={onShow} />
    </>
  );
}

interface Values {
  /** The draft that the shop has; null before it was saved for the first time. */
  readonly savedId: string | null;
  readonly subject: string;
  readonly body: string;
  readonly audience: Audience;
  readonly audienceId: string;
  readonly isLater: boolean;
  readonly day: string;
  readonly hour: string;
}

type Errors = Partial<Record<'subject' | 'body' | 'audience' | 'when', string>>;

interface EditorProps extends Pick<AnnouncementFormProps, 'onBack' | 'onShow'> {
  readonly draft: Announcement | null;
  readonly audiences: Audiences;
}

type Step = 'save' | 'test' | 'send';

/** What is written, kept on the device too. */
function useValues(draft: Announcement | null) {
  const [begun] = useState(() => valuesOf(draft));
  const [values, setValues] = useState(begun);
  const storedDraft = useFormDraft<Values>({
    form: draftName('announcement', draft?.id),
    values,
    begun,
    show: (changes) => setValues({ ...begun, ...changes }),
  });
  return { values, setValues, kept: storedDraft };
}

/** What is written, and what its buttons do. */
function useEditor({ draft, audiences, onBack, onShow }: EditorProps) {
  const client = useQueryClient();
  const { values, setValues, kept: storedDraft } = useValues(draft);
  const [errors, setErrors] = useState<Errors>({});
  const { busy, run } = useTask();
  const [step, setStep] = useState<Step>('save');
  const change = (next: Partial<Values>) => {
    setValues((before) => ({ ...before, ...next }));
    setErrors({});
  };
  const people = peopleOf(values, audiences);
  const afterSaving = async (next: Step, work: (id: string) => Promise<void>) => {
    const problems = problemsOf(values, next);
    setErrors(problems);
    if (Object.keys(problems).length > 0) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    setStep(next);
    await run(async () => {
      try {
        const saved = await saveDraft(values.savedId, bodyOf(values));
        if (saved !== false) {
          change({ savedId: saved.id });
          await work(saved.id);
        }
      } catch (error) {
        const when = error instanceof ApiError ? error.fields['send_at'] : undefined;
        if (when === undefined) reportFailure(error, announcementFailures);
        else setErrors({ when });
      }
      await client.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY });
    });
  };
  const save = () =>
    afterSaving('save', async () => {
      await storedDraft.clear();
      showToast('success', t.done.saved);
      onBack();
    });
  const test = () =>
    afterSaving('test', async (id) => {
      const answer = await sendTest(id);
      if (answer !== false) showToast('success', t.done.tested(answer.sent_to));
    });
  const send = () =>
    afterSaving('send', async (id) => {
      const who = t.people(people, formatNumber(people));
      const question = { title: t.sendTitle(who), message: t.sendText, confirm: t.confirmSend, cancel: t.back };
      if (!values.isLater && !(await ask(question))) return;
      const result = await sendDraft(id, values.isLater ? `${values.day}T${values.hour}` : null);
      if (result === false) return;
      await storedDraft.clear();
      showToast('success', values.isLater ? t.done.scheduled : t.done.sent);
      if (values.isLater) onBack();
      else onShow(id);
    });
  return { values, change, kept: storedDraft, errors, busy: busy ? step : null, people, save, test, send };
}

function valuesOf(draft: Announcement | null): Values {
  return {
    savedId: draft?.id ?? null,
    subject: draft?.subject ?? '',
    body: draft?.body ?? '',
    audience: draft?.audience ?? 'news',
    audienceId: draft?.audience_id ?? '',
    isLater: false,
    day: '',
    hour: '',
  };
}

function bodyOf({ subject, body, audience, audienceId }: Values): AnnouncementBody {
  return { subject: subject.trim(), body, audience, audience_id: audience === 'news' ? null : audienceId };
}

function problemsOf({ subject, body, audience, audienceId, isLater, day, hour }: Values, step: Step): Errors {
  const isSaving = step === 'save';
  return {
    ...(graphemeCount(subject) > limits.announcementSubjectMax ? { subject: t.subjectLong } : {}),
    ...(!isSaving && subject.trim() === '' ? { subject: t.subjectEmpty } : {}),
    ...(body.length > limits.announcementBodyMax ? { body: t.bodyLong } : {}),
    ...(!isSaving && body.trim() === '' ? { body: t.bodyEmpty } : {}),
    ...(audience !== 'news' && audienceId === '' ? { audience: t.chooseFirst } : {}),
    ...(step === 'send' && isLater && (day === '' || hour === '') ? { when: t.whenMissing } : {}),
  };
}

function peopleOf({ audience, audienceId }: Values, audiences: Audiences): number {
  if (audience === 'news') return audiences.news;
  const options: readonly { readonly id: string; readonly people: number }[] =
    audience === 'followers' ? audiences.books : audiences.parts;
  return options.find(({ id }) => id === audienceId)?.people ?? 0;
}

function Editor(props: EditorProps) {
  const { audiences } = props;
  const { values, change, kept: storedDraft, errors, busy, people, save, test, send } = useEditor(props);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const notice = useSessionNotice();
  const who = t.people(people, formatNumber(people));
  return (
    <div className="grid gap-12 lg:grid-cols-2 lg:items-start">
      <div className="grid gap-6">
        <DraftNotice draft={storedDraft} />
        <TextField
          label={t.subject}
          autoComplete="off"
          value={values.subject}
          error={errors.subject}
          hint={t.subjectHint(formatNumber(graphemeCount(values.subject)))}
          onChange={(event) => change({ subject: event.target.value })}
        />
        <BodyField value={values.body} error={errors.body} onChange={(body) => change({ body })} />
        <div className="lg:hidden">
          <Button icon={<Eye aria-hidden="true" />} onClick={() => setPreviewOpen(true)}>
            {t.showPreview}
          </Button>
        </div>
        <AudienceFields values={values} audiences={audiences} error={errors.audience} onChange={change} />
        <TimeFields values={values} error={errors.when} onChange={change} />
        <Pace people={people} perMinute={audiences.per_minute} />
        {notice && <Banner title={notice} />}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="large"
            disabled={people === 0}
            busy={busy === 'send'}
            onClick={() => void send()}
          >
            {values.isLater ? t.sendLater(who) : t.send(who)}
          </Button>
          <Button size="large" busy={busy === 'test'} onClick={() => void test()}>
            {t.test}
          </Button>
          <Button variant="quiet" size="large" busy={busy === 'save'} onClick={() => void save()}>
            {t.save}
          </Button>
        </div>
      </div>
      <div className="max-lg:hidden lg:sticky lg:top-6">
        <AnnouncementPreview subject={values.subject} body={values.body} />
      </div>
      <Dialog open={isPreviewOpen} onClose={() => setPreviewOpen(false)} label={t.preview} width="picture">
        {isPreviewOpen && <AnnouncementPreview subject={values.subject} body={values.body} />}
      </Dialog>
    </div>
  );
}

interface BodyFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The text with the few marks that it may have; each button writes its own. */
function BodyField({ value, error, onChange }: BodyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  /** Puts marks around what is selected, or around a word to write over. */
  const mark = ({ before, after = '', sample = '', isLine = false }: Mark) => {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = area.current ?? {};
    const start = isLine && from > 0 && value[from - 1] !== '\n' ? `\n${before}` : before;
    const words = value.slice(from, to) || sample;
    onChange(`${value.slice(0, from)}${start}${words}${after}${value.slice(to)}`);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + start.length, from + start.length + words.length);
    });
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor="announcement-body" className="text-sm font-semibold">
        {t.body}
      </label>
      <div>
        <fieldset
          aria-label={t.tools}
          className="flex flex-wrap items-center rounded-t-2 border border-b-0 border-line-strong bg-sheet px-1"
        >
          {tools.map(({ label, icon, ...written }) => (
            <IconButton key={label} label={label} icon={icon} onClick={() => mark(written)} />
          ))}
          <Button
            variant="quiet"
            aria-expanded={isChoosing}
            icon={<BookOpen aria-hidden="true" />}
            onClick={() => setChoosing(!isChoosing)}
          >
            {t.addBook}
          </Button>
        </fieldset>
        <textarea
          ref={area}
          id="announcement-body"
          rows={8}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...describedBy({ id: 'announcement-body', error })}
          className={`${inputClass} field-sizing-content max-h-[32rem] min-h-48 resize-y rounded-t-none! ${error ? invalidClass : ''}`}
        />
      </div>
      <FieldMessage id="announcement-body" error={error} />
      {isChoosing && (
        <BookSelect
          onChoose={(id) => {
            mark({ before: `${bookMark(id)}\n`, isLine: true });
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}

/** What a button writes around what is selected. */
interface Mark {
  readonly before: string;
  readonly after?: string;
  readonly sample?: string;
  /** Stands at the beginning of a line. */
  readonly isLine?: boolean;
}

const tools: readonly (Mark & { readonly label: string; readonly icon: ReactNode })[] = [
  { label: t.bold, icon: <Bold aria-hidden="true" />, before: '**', after: '**', sample: t.sample.bold },
  { label: t.italic, icon: <Italic aria-hidden="true" />, before: '*', after: '*', sample: t.sample.italic },
  { label: t.link, icon: <Link2 aria-hidden="true" />, before: '[', after: '](https://)', sample: t.sample.link },
  { label: t.bullets, icon: <List aria-hidden="true" />, before: '- ', sample: t.sample.item, isLine: true },
];

function BookSelect({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const { data: books } = useQuery(booksQuery);
  return (
    <SelectField label={t.chooseBook} value="" onChange={(event) => onChoose(event.target.value)}>
      <option value="">{t.choose}</option>
      {books?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface FieldsProps {
  readonly values: Values;
  readonly error: string | undefined;
  readonly onChange: (next: Partial<Values>) => void;
}

/** The books or parts whose people an announcement can go to, each with how many they are. */
function choicesOf(kind: 'followers' | 'owners', { books, parts }: Audiences) {
  if (kind === 'followers') return books;
  return parts.map(({ book_name: book, name, ...part }) => ({ ...part, name: `${book}: ${name}` }));
}

/** 'Para quién', each with how many it is. */
function AudienceFields({ values, audiences, error, onChange }: FieldsProps & { readonly audiences: Audiences }) {
  const { audience, audienceId } = values;
  const count = (kind: Audience) =>
    kind === 'news' ? audiences.news : kind === audience ? peopleOf(values, audiences) : null;
  const kinds = [
    { kind: 'news', label: t.everyone, hint: t.everyoneHint },
    { kind: 'followers', label: t.followers, hint: t.followersHint },
    { kind: 'owners', label: t.owners, hint: t.ownersHint },
  ] as const;
  return (
    <fieldset className="min-w-0">
      <legend className="type-1 mb-2 font-serif font-[560]">{t.who}</legend>
      <div className="border-t border-line">
        {kinds.map(({ kind, label, hint }) => {
          const people = count(kind);
          return (
            <div key={kind} className="border-b border-line py-3">
              <label className="flex min-h-11 cursor-pointer items-start gap-3">
                <input
                  type="radio"
                  name="audience"
                  className="mt-0.5 size-5 shrink-0 accent-accent"
                  checked={audience === kind}
                  onChange={() => onChange({ audience: kind, audienceId: '' })}
                />
                <span className="min-w-0 flex-1">
                  {label}
                  <span className="block text-sm text-ink-3">{hint}</span>
                </span>
                <span className="figures font-bold">{people === null ? '' : formatNumber(people)}</span>
              </label>
              {kind !== 'news' && audience === kind && (
                <SelectField
                  className="mt-2 ml-8"
                  label={kind === 'followers' ? t.whichBook : t.whichPart}
                  value={audienceId}
                  error={error}
                  onChange={(event) => onChange({ audienceId: event.target.value })}
                >
                  <option value="">{t.choose}</option>
                  {choicesOf(kind, audiences).map(({ id, name, people: many }) => (
                    <option key={id} value={id}>
                      {t.withPeople(name, formatNumber(many))}
                    </option>
                  ))}
                </SelectField>
              )}
            </div>
          );
        })}
      </div>
      <p className="mt-3 text-sm text-ink-3">{t.removed(formatNumber(audiences.refused))}</p>
    </fieldset>
  );
}

/** 'Cuándo'. */
function TimeFields({ values, error, onChange }: FieldsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="type-1 mb-2 font-serif font-[560]">{t.when}</legend>
      <div className="flex flex-wrap gap-x-6">
        {[false, true].map((isLater) => (
          <label key={String(isLater)} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="when"
              className="size-5 accent-accent"
              checked={values.isLater === isLater}
              onChange={() => onChange({ isLater })}
            />
            {isLater ? t.later : t.now}
          </label>
        ))}
      </div>
      {values.isLater && (
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <TextField
            label={t.day}
            type="date"
            value={values.day}
            error={error}
            onChange={(event) => onChange({ day: event.target.value })}
          />
          <TextField
            label={t.hour}
            type="time"
            value={values.hour}
            onChange={(event) => onChange({ hour: event.target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}
