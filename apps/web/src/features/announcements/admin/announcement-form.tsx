import type { Announcement, AnnouncementBody, Audience, Audiences } from '@cuentos/contract/announcements';
import { limits } from '@cuentos/contract/limits';
import { bookMark } from '@cuentos/domain/announcements/markup';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Bold, BookOpen, Eye, Italic, Link2, List } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useController, type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatNumber } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { inputClass, invalidClass } from '../../../ui/forms/field-classes.ts';
import { FieldMessage } from '../../../ui/forms/field-message.tsx';
import { describedBy } from '../../../ui/forms/described-by.ts';
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { TableSkeleton } from '../../../ui/lists/data-table.tsx';
import { ListFailure } from '../../../ui/lists/list-panel.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { booksQuery } from '../../books/queries.ts';
import { NotMeant } from '../../admin/admin-mutation.ts';
import { saveOrChoose, seenOf } from '../../admin/changed-meanwhile.ts';
import { missingHour } from '../../admin/dates.ts';
import { draftName } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
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
  /** The edited announcement; null for a new one. */
  readonly id: string | null;
  readonly onBack: () => void;
  /** Opens an announcement that is being sent. */
  readonly onShow: (id: string) => void;
}

/** Duration of the sending. */
function Pace({ people, perMinute }: { readonly people: number; readonly perMinute: number }) {
  if (people === 0) return null;
  const minutes = Math.ceil(people / Math.max(1, perMinute));
  return (
    <p className="figures text-sm text-ink-3">{t.pace(formatNumber(perMinute), t.minutes(minutes, formatNumber))}</p>
  );
}

/** 'Escribir un anuncio': text, audience, time, and preview. */
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
      <h2 className="type-1 mt-1 mb-6">{t.formTitle}</h2>
      <Editor draft={draft.data} audiences={audiences.data} onBack={onBack} onShow={onShow} />
    </>
  );
}

/** The three buttons: each saves the draft first. */
type Step = 'save' | 'test' | 'send';

interface Values {
  readonly step: Step;
  /** The shop's draft; null before it was saved for the first time. */
  readonly savedId: string | null;
  readonly subject: string;
  readonly body: string;
  readonly audience: Audience;
  readonly audienceId: string;
  /** Names the audience of the shop's draft, so that another person's choice can be named. */
  readonly audienceWords: string;
  readonly isLater: boolean;
  readonly day: string;
  readonly hour: string;
}

/** A draft may be incomplete; a mail, the trial mail too, may not. */
const announcementSchema: z.ZodType<Values, Values> = z.custom<Values>().superRefine((values, context) => {
  for (const [field, message] of Object.entries(problemsOf(values))) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
});

interface EditorProps extends Pick<AnnouncementFormProps, 'onBack' | 'onShow'> {
  /** Absent for a new one. */
  readonly draft: Announcement | undefined;
  readonly audiences: Audiences;
}

/** State of the editor, and actions of its buttons. */
function useEditor({ draft, audiences, onBack, onShow }: EditorProps) {
  const client = useQueryClient();
  /** Answer of the shop to this form's last button; null before the first. */
  const latest = useRef<Announcement>(null);
  const { form, dialog } = useWorkForm<Values, Values, Announcement, Outcome>({
    name: draftName('announcement', draft?.id),
    entity: draft,
    valuesOf,
    schema: announcementSchema,
    secrets: ['step'],
    async save(values, begun) {
      const body = bodyOf(values);
      const before = latest.current ?? begun;
      const seen = before && seenOf(before, Object.keys(body));
      const saved = await saveOrChoose((isMeant) => saveDraft(values.savedId, isMeant ? body : { ...body, seen }));
      latest.current = saved;
      form.setValue('savedId', saved.id);
      form.setValue('audienceWords', audienceWords(saved));
      return afterSaving(saved.id, values, peopleOf(values, audiences));
    },
    goesOn: ({ step }) => step === 'test',
    onSaved({ step, id, message }) {
      showToast('success', message);
      if (step === 'send') onShow(id);
      if (step === 'save' || step === 'schedule') onBack();
    },
    texts: announcementFailures,
    serverNames: { send_at: 'day', audience_id: 'audienceId' },
    onEnd: () => client.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY }),
  });
  const values = useWatch({ control: form.control }) as Values;
  const { isSubmitted } = form.formState;
  const change = (next: Partial<Values>) => {
    for (const [field, value] of Object.entries(next)) {
      form.setValue(field as keyof Values, value, { shouldDirty: true, shouldValidate: isSubmitted });
    }
  };
  const press = (step: Step) => () => {
    if (dialog.busy) return;
    form.setValue('step', step);
    dialog.onSubmit();
  };
  return { form, dialog, values, change, press };
}

/** Result of a button. */
interface Outcome {
  readonly step: Step | 'schedule';
  readonly id: string;
  readonly message: string;
}

/** Carries out the action of a button with the saved draft. Throws NotMeant when the person declines. */
async function afterSaving(id: string, { step, isLater, day, hour }: Values, people: number): Promise<Outcome> {
  if (step === 'save') return { step, id, message: t.done.saved };
  if (step === 'test') return { step, id, message: t.done.tested((await sendTest(id)).sent_to) };
  const title = t.sendTitle(t.people(people, formatNumber(people)));
  const question = { title, message: t.sendText, confirm: t.confirmSend, cancel: t.back };
  if (!isLater && !(await ask(question))) throw new NotMeant();
  await sendDraft(id, isLater ? `${day}T${hour}` : null);
  return isLater ? { step: 'schedule', id, message: t.done.scheduled } : { step, id, message: t.done.sent };
}

function valuesOf(draft: Announcement | undefined): Values {
  return {
    step: 'save',
    savedId: draft?.id ?? null,
    subject: draft?.subject ?? '',
    body: draft?.body ?? '',
    audience: draft?.audience ?? 'news',
    audienceId: draft?.audience_id ?? '',
    audienceWords: draft ? audienceWords(draft) : '',
    isLater: false,
    day: '',
    hour: '',
  };
}

const audienceWords = ({ audience, audience_name: name }: Announcement): string =>
  audience === 'news' ? t.everyone : [audience === 'followers' ? t.followers : t.owners, name ?? '—'].join(': ');

function bodyOf({ subject, body, audience, audienceId }: Values): AnnouncementBody {
  return { subject: subject.trim(), body, audience, audience_id: audience === 'news' ? null : audienceId };
}

/** Finds the problems of each field for the button's action. */
function problemsOf({ step, subject, body, audience, audienceId, isLater, day, hour }: Values): Record<string, string> {
  const isSaving = step === 'save';
  return {
    ...(graphemeCount(subject) > limits.announcementSubjectMax ? { subject: t.subjectLong } : {}),
    ...(!isSaving && subject.trim() === '' ? { subject: t.subjectEmpty } : {}),
    ...(body.length > limits.announcementBodyMax ? { body: t.bodyLong } : {}),
    ...(!isSaving && body.trim() === '' ? { body: t.bodyEmpty } : {}),
    ...(audience !== 'news' && audienceId === '' ? { audienceId: t.chooseFirst } : {}),
    ...(step === 'send' && isLater && (day === '' || hour === '') ? { day: t.whenMissing } : {}),
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
  const { form, dialog, values, change, press } = useEditor(props);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const { errors } = form.formState;
  const people = peopleOf(values, audiences);
  const who = t.people(people, formatNumber(people));
  const busy = dialog.busy ? values.step : null;
  return (
    <div className="grid gap-12 lg:grid-cols-2 lg:items-start">
      <div className="grid gap-6">
        <DraftNotice draft={dialog.draft} />
        <TextField
          label={t.subject}
          autoComplete="off"
          error={errors.subject?.message}
          hint={t.subjectHint(formatNumber(graphemeCount(values.subject)))}
          {...form.register('subject')}
        />
        <BodyField control={form.control} />
        <div className="lg:hidden">
          <Button icon={<Eye aria-hidden="true" />} onClick={() => setPreviewOpen(true)}>
            {t.showPreview}
          </Button>
        </div>
        <AudienceFields form={form} values={values} audiences={audiences} onChange={change} />
        <TimeFields form={form} isLater={values.isLater} onChange={change} />
        <Pace people={people} perMinute={audiences.per_minute} />
        {dialog.notice && <Banner title={dialog.notice} />}
        {people === 0 && <p className="text-sm text-ink-2">{t.noOne}</p>}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="large" disabled={people === 0} busy={busy === 'send'} onClick={press('send')}>
            {values.isLater ? t.sendLater(who) : t.send(who)}
          </Button>
          <Button size="large" busy={busy === 'test'} onClick={press('test')}>
            {t.test}
          </Button>
          <Button variant="quiet" size="large" busy={busy === 'save'} onClick={press('save')}>
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

type Form = UseFormReturn<Values, unknown, Values>;

/** The text with its few marks; each button inserts one. */
function BodyField({ control }: Pick<Form, 'control'>) {
  const { field, fieldState } = useController({ control, name: 'body' });
  const { value, onChange } = field;
  const { message: error } = fieldState.error ?? {};
  const area = useRef<HTMLTextAreaElement | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const mark = (added: Mark) => {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = area.current ?? {};
    const { text, selection } = withMark(value, { from, to }, added);
    onChange(text);
    requestAnimationFrame(() => area.current?.setSelectionRange(...selection));
    area.current?.focus();
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
          {tools.map(({ label, icon, ...markRule }) => (
            <IconButton key={label} label={label} icon={icon} onClick={() => mark(markRule)} />
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
          {...field}
          ref={(element) => {
            area.current = element;
            field.ref(element);
          }}
          id="announcement-body"
          rows={8}
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

/** Characters that a button puts around the selection. */
interface Mark {
  readonly before: string;
  readonly after?: string;
  readonly sample?: string;
  /** The mark is put at the beginning of a line. */
  readonly isLine?: boolean;
}

/** Puts marks around the selection, or around a placeholder word. @returns the text, and the new selection */
function withMark(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  { before, after = '', sample = '', isLine = false }: Mark,
) {
  const opening = isLine && from > 0 && text[from - 1] !== '\n' ? `\n${before}` : before;
  const words = text.slice(from, to) || sample;
  const start = from + opening.length;
  const selection: readonly [number, number] = [start, start + words.length];
  return { text: `${text.slice(0, from)}${opening}${words}${after}${text.slice(to)}`, selection };
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
  readonly form: Form;
  readonly onChange: (next: Partial<Values>) => void;
}

interface AudienceFieldsProps extends FieldsProps {
  readonly values: Values;
  readonly audiences: Audiences;
}

/** Lists the books or parts to whose people an announcement can be sent, each with the number of people. */
function choicesOf(kind: 'followers' | 'owners', { books, parts }: Audiences) {
  if (kind === 'followers') return books;
  return parts.map(({ book_name: book, name, ...part }) => ({ ...part, name: `${book}: ${name}` }));
}

/** 'Para quién', each choice with its number of people. */
function AudienceFields({ form, values, audiences, onChange }: AudienceFieldsProps) {
  const { audience } = values;
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
                  error={form.formState.errors.audienceId?.message}
                  {...form.register('audienceId')}
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
function TimeFields({ form, isLater, onChange }: FieldsProps & { readonly isLater: boolean }) {
  const [day, hour] = useWatch({ control: form.control, name: ['day', 'hour'] });
  return (
    <fieldset className="min-w-0">
      <legend className="type-1 mb-2 font-serif font-[560]">{t.when}</legend>
      <div className="flex flex-wrap gap-x-6">
        {[false, true].map((later) => (
          <label key={String(later)} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="when"
              className="size-5 accent-accent"
              checked={isLater === later}
              onChange={() => onChange({ isLater: later })}
            />
            {later ? t.later : t.now}
          </label>
        ))}
      </div>
      {isLater && (
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <TextField label={t.day} type="date" error={form.formState.errors.day?.message} {...form.register('day')} />
          <TextField label={t.hour} type="time" hint={missingHour(day, hour)} {...form.register('hour')} />
        </div>
      )}
    </fieldset>
  );
}
