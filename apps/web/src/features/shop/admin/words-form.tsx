import { shopLimits, type ShopWords } from '@cuentos/contract/shop';
import { originalWords } from '@cuentos/contract/shop-texts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Plus, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { inputClass, invalidClass } from '../../../ui/forms/field-classes.ts';
import { FieldMessage } from '../../../ui/forms/field-message.tsx';
import { describedBy } from '../../../ui/forms/described-by.ts';
import { FormPart } from './identity-form.tsx';
import { countChanges, type SectionEditor, sectionQuery } from './section-editor.ts';
import { LandingPreview } from './shop-preview.tsx';
import { shopTexts as t } from './texts.ts';

type Editing = SectionEditor<'words'>;

const parts = [
  { id: 'portada', label: t.hero },
  { id: 'razones', label: t.reasons },
  { id: 'pasos', label: t.steps },
  { id: 'preguntas', label: t.faq },
  { id: 'lista', label: t.list },
];

/** Form of the texts on the landing page. */
export function WordsForm({ editor }: { readonly editor: Editing }) {
  // The preview uses the published identity, which has a form of its own.
  const { data: identity } = useQuery(sectionQuery('identity'));
  const { value } = editor;
  return (
    <div className="grid gap-8 lg:grid-cols-[11rem_minmax(0,1fr)] lg:items-start">
      <nav aria-label={t.wordsNav} className="flex gap-x-5 overflow-x-auto lg:sticky lg:top-4 lg:grid">
        {parts.map(({ id, label }) => (
          <a
            key={id}
            href={`#${id}`}
            className="inline-flex min-h-11 items-center whitespace-nowrap text-ink-2 hover:text-ink hover:underline"
          >
            {label}
          </a>
        ))}
      </nav>
      <div className="min-w-0">
        {identity && (
          <div className="mb-6 flex justify-end">
            <LandingPreview identity={identity.published} words={value} />
          </div>
        )}
        <FormPart id="portada" title={t.hero}>
          <WordsField editor={editor} name="hero_title" label={t.heroTitle} />
          <WordsField editor={editor} name="hero_lead" label={t.heroLead} />
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-3">
            {t.marks.map(({ mark, meaning }) => (
              <li key={mark}>
                <code className="bg-sunken px-1.5 py-0.5 text-ink-2">{mark}</code> {meaning}
              </li>
            ))}
          </ul>
        </FormPart>
        <EntriesPart editor={editor} id="razones" name="reasons" noun={t.reasonNoun} add={t.addReason} />
        <EntriesPart editor={editor} id="pasos" name="steps" noun={t.stepNoun} add={t.addStep} />
        <Questions editor={editor} />
        <FormPart id="lista" title={t.list}>
          <WordsField editor={editor} name="list_title" label={t.listTitle} />
          <WordsField editor={editor} name="list_text" label={t.listText} />
        </FormPart>
      </div>
    </div>
  );
}

interface EntriesPartProps {
  readonly editor: Editing;
  readonly id: string;
  readonly name: 'reasons' | 'steps';
  readonly noun: string;
  readonly add: string;
}

/** Reasons, or steps: a title and a text each. */
function EntriesPart({ editor, id, name, noun, add }: EntriesPartProps) {
  const { value, errors, change } = editor;
  return (
    <FormPart id={id} title={t[name]} aside={resetOf(editor, name, t[name])}>
      <WordsField editor={editor} name={`${name}_title`} label={t.sectionTitle} />
      <Entries
        entries={value[name].map(({ title, text }) => [title, text])}
        errorsOf={(at) => [errors[`${name}.${at}.title`], errors[`${name}.${at}.text`]]}
        noun={noun}
        most={shopLimits[name]}
        add={add}
        onChange={(all) => change({ [name]: all.map(([title, text]) => ({ title, text })) })}
      />
    </FormPart>
  );
}

function Questions({ editor }: { readonly editor: Editing }) {
  const { value, errors, change } = editor;
  return (
    <FormPart id="preguntas" title={t.faq} aside={resetOf(editor, 'faq', t.faq)}>
      <WordsField editor={editor} name="faq_title" label={t.sectionTitle} />
      <Entries
        entries={value.faq.map(({ question, answer }) => [question, answer])}
        errorsOf={(at) => [errors[`faq.${at}.question`], errors[`faq.${at}.answer`]]}
        noun={t.questionNoun}
        labels={[t.question, t.answer]}
        most={shopLimits.faq}
        add={t.addQuestion}
        onChange={(all) => change({ faq: all.map(([question, answer]) => ({ question, answer })) })}
      />
    </FormPart>
  );
}

function ToOriginal({ what, onClick }: { readonly what: string; readonly onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      icon={<Undo2 aria-hidden="true" />}
      aria-label={t.toOriginalOf(what)}
      className="-mr-2.5 text-sm!"
      onClick={onClick}
    >
      {t.toOriginal}
    </Button>
  );
}

function resetOf({ value, change }: Editing, name: 'reasons' | 'steps' | 'faq', what: string): ReactNode {
  if (countChanges(originalWords[name], value[name]) === 0) return <Original />;
  return <ToOriginal what={what} onClick={() => change({ [name]: originalWords[name] })} />;
}

const Original = () => <span className="inline-flex min-h-11 items-center text-xs text-ink-3">{t.original}</span>;

/** Names of the single texts. */
type TextName = { [Name in keyof ShopWords]: ShopWords[Name] extends string ? Name : never }[keyof ShopWords];

interface WordsFieldProps {
  readonly editor: Editing;
  readonly name: TextName;
  readonly label: string;
}

/** A text with a button that restores the default. */
function WordsField({ editor: { value, errors, change }, name, label }: WordsFieldProps) {
  const id = useId();
  const error = errors[name];
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {value[name] === originalWords[name] ? (
          <Original />
        ) : (
          <ToOriginal what={label} onClick={() => change({ [name]: originalWords[name] })} />
        )}
      </div>
      <textarea
        id={id}
        rows={1}
        value={value[name]}
        {...describedBy({ id, error })}
        onChange={({ target }) => change({ [name]: target.value })}
        className={`${inputClass} field-sizing-content max-h-80 resize-y ${error ? invalidClass : ''}`}
      />
      <FieldMessage id={id} error={error} />
    </div>
  );
}

type Entry = readonly [title: string, text: string];

interface EntriesProps {
  readonly entries: readonly Entry[];
  readonly errorsOf: (at: number) => readonly [string | undefined, string | undefined];
  /** 'la razón'. */
  readonly noun: string;
  readonly labels?: readonly [(at: number) => string, (at: number) => string];
  readonly most: number;
  readonly add: string;
  readonly onChange: (entries: readonly Entry[]) => void;
}

/** A list of short texts: add, remove and order by arrows. */
function Entries({ entries, errorsOf, noun, labels, most, add, onChange }: EntriesProps) {
  const put = (at: number, entry: Entry) => onChange(entries.map((each, index) => (index === at ? entry : each)));
  const move = (at: number, to: number) => {
    const [entry] = entries.slice(at, at + 1);
    if (entry) onChange(entries.toSpliced(at, 1).toSpliced(to, 0, entry));
  };
  return (
    <div className="grid gap-4">
      <ol className="border-b border-line">
        {entries.map((entry, at) => (
          <EntryRow
            // oxlint-disable-next-line no-array-index-key -- an entry has no name of its own
            key={at}
            entry={entry}
            errors={errorsOf(at)}
            what={`${noun} ${at + 1}`}
            labels={
              labels ? [labels[0](at + 1), labels[1](at + 1)] : [t.entryTitle(noun, at + 1), t.entryText(noun, at + 1)]
            }
            isFirst={at === 0}
            isLast={at === entries.length - 1}
            onChange={(next) => put(at, next)}
            onMove={(step) => move(at, at + step)}
            onRemove={() => onChange(entries.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <p className="flex flex-wrap items-center gap-3 text-sm text-ink-3">
        <Button
          icon={<Plus aria-hidden="true" />}
          disabled={entries.length >= most}
          onClick={() => onChange([...entries, ['', '']])}
        >
          {add}
        </Button>
        {t.upTo(most)}
      </p>
    </div>
  );
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly errors: readonly [string | undefined, string | undefined];
  /** 'la razón 2'. */
  readonly what: string;
  readonly labels: readonly [string, string];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (entry: Entry) => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

function EntryRow({ entry: [title, text], errors, what, labels, isFirst, isLast, ...on }: EntryRowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-2 border-t border-line py-4">
      <div className="grid content-start">
        <IconButton label={t.up(what)} icon={<ChevronUp />} disabled={isFirst} onClick={() => on.onMove(-1)} />
        <IconButton label={t.down(what)} icon={<ChevronDown />} disabled={isLast} onClick={() => on.onMove(1)} />
      </div>
      <div className="grid gap-2">
        <EntryText
          label={labels[0]}
          rows={1}
          value={title}
          error={errors[0]}
          onChange={(next) => on.onChange([next, text])}
        />
        <EntryText
          label={labels[1]}
          rows={2}
          value={text}
          error={errors[1]}
          onChange={(next) => on.onChange([title, next])}
        />
      </div>
      <IconButton label={t.remove(what)} icon={<Trash2 />} className="text-danger!" onClick={on.onRemove} />
    </li>
  );
}

interface EntryTextProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

function EntryText({ label, rows, value, error, onChange }: EntryTextProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <textarea
        id={id}
        aria-label={label}
        rows={rows}
        value={value}
        {...describedBy({ id, error })}
        onChange={({ target }) => onChange(target.value)}
        className={`${inputClass} field-sizing-content max-h-80 resize-y ${error ? invalidClass : ''}`}
      />
      <FieldMessage id={id} error={error} />
    </div>
  );
}
