import type { AdminPart } from '@cuentos/contract/parts';
import { foldText } from '@cuentos/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { z } from 'zod';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ComboBox } from '../../../ui/forms/combo-box.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { booksToChooseQuery, partsToChooseQuery } from '../../books/admin/api.ts';
import { userOptionsQuery } from './api.ts';
import { entitlementTexts as t } from './texts.ts';

/** A book and one of its parts; empty while not chosen. */
export interface PartChoice {
  readonly bookId: string;
  readonly partId: string;
}

export const noPart: PartChoice = { bookId: '', partId: '' };

/** Whether both are chosen. */
export const partSchema = z
  .object({ bookId: z.string(), partId: z.string() })
  .refine(({ bookId, partId }) => bookId !== '' && partId !== '', t.needsBoth);

interface PartFieldsProps {
  readonly choice: PartChoice;
  readonly onChange: (choice: PartChoice) => void;
  /** Whether the form was sent without both. */
  readonly incomplete: boolean;
}

/** Chooses a book, then one of its parts. */
export function PartFields({ choice, onChange, incomplete }: PartFieldsProps) {
  const books = useQuery(booksToChooseQuery);
  const [only, another] = books.data ?? [];
  // A single book needs no choice.
  const bookId = choice.bookId || (only && !another ? only.id : '');
  const parts = useQuery(partsToChooseQuery(bookId));
  if (books.isError || parts.isError) {
    const retry = () => void (books.isError ? books.refetch() : parts.refetch());
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
        {t.booksFailed}
        <Button onClick={retry}>{t.retry}</Button>
      </div>
    );
  }
  return (
    <>
      {incomplete && <Banner title={t.needsBoth} />}
      <SelectField
        label={t.book}
        value={bookId}
        hint={books.data && !only ? t.noBooks : undefined}
        invalid={incomplete && bookId === ''}
        onChange={(event) => onChange({ bookId: event.target.value, partId: '' })}
      >
        <option value="">{t.bookChoose}</option>
        {books.data?.map((book) => (
          <option key={book.id} value={book.id}>
            {book.is_draft ? t.bookDraft(book.name) : book.name}
          </option>
        ))}
      </SelectField>
      <PartField choice={{ ...choice, bookId }} onChange={onChange} incomplete={incomplete} parts={parts.data} />
    </>
  );
}

interface PartFieldProps extends PartFieldsProps {
  /** Parts of the chosen book; undefined while there are none to choose from yet. */
  readonly parts: readonly AdminPart[] | undefined;
}

function PartField({ choice: { bookId, partId }, onChange, incomplete, parts }: PartFieldProps) {
  const none = bookId !== '' && parts?.length === 0;
  return (
    <SelectField
      label={t.part}
      value={partId}
      disabled={bookId === '' || none}
      hint={bookId === '' ? t.partChooseBook : none ? t.noParts : undefined}
      invalid={incomplete && partId === ''}
      onChange={(event) => onChange({ bookId, partId: event.target.value })}
    >
      <option value="">{t.partChoose}</option>
      {parts?.map((part) => (
        <option key={part.id} value={part.id}>
          {part.name}
        </option>
      ))}
    </SelectField>
  );
}

/** A person in the field. */
export interface PersonChoice {
  /** Empty while no account is chosen. */
  readonly id: string;
  /** Text in the box. */
  readonly words: string;
}

export const noPerson: PersonChoice = { id: '', words: '' };

export const personSchema = z.object({ id: z.string(), words: z.string() });

interface PersonFieldProps {
  readonly person: PersonChoice;
  readonly error: string | undefined;
  readonly onChange: (person: PersonChoice) => void;
}

/** Field for the person who gets the part, found by name or e-mail. */
export function UserField({ person: { id: chosenId, words }, error, onChange }: PersonFieldProps) {
  // The list restarts once an account is chosen.
  const typed = chosenId === '' ? words.trim() : '';
  const people = useQuery(userOptionsQuery(useDeferredValue(typed)));
  // Filters the answer to earlier letters by the current text, so that no wrong person can be chosen.
  const looked = foldText(typed);
  const options = (people.data ?? [])
    .map(({ id, name, email }) => ({ id, label: t.userOption(name, email) }))
    .filter(({ label }) => foldText(label).includes(looked));
  return (
    <ComboBox
      label={t.user}
      hint={t.userHint}
      error={error}
      none={t.nobody}
      words={words}
      isLoading={people.isFetching}
      options={options}
      onWords={(next) => onChange({ id: '', words: next })}
      onChoose={({ id, label }) => onChange({ id, words: label })}
    />
  );
}
