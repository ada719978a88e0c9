import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { booksToChooseQuery, partsToChooseQuery } from '../data.ts';
import { purchaseTexts as t } from '../texts.ts';

/** A book and one of its parts; empty while not chosen. */
export interface PartChoice {
  readonly bookId: string;
  readonly partId: string;
}

interface PartFieldsProps {
  readonly choice: PartChoice;
  readonly onChange: (choice: PartChoice) => void;
  /** It was sent without both. */
  readonly incomplete: boolean;
}

/** Chooses a book, then one of its parts. */
export function PartFields({ choice, onChange, incomplete }: PartFieldsProps) {
  const books = useQuery(booksToChooseQuery);
  const parts = useQuery(partsToChooseQuery(choice.bookId));
  if (books.isError || parts.isError) {
    const retry = () => void (books.isError ? books.refetch() : parts.refetch());
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
        {t.booksFailed}
        <Button onClick={retry}>{t.retry}</Button>
      </div>
    );
  }
  const none = choice.bookId !== '' && parts.data?.length === 0;
  return (
    <>
      {incomplete && <Banner title={t.needsBoth} />}
      <SelectField
        label={t.book}
        value={choice.bookId}
        invalid={incomplete && choice.bookId === ''}
        onChange={(event) => onChange({ bookId: event.target.value, partId: '' })}
      >
        <option value="">{t.bookChoose}</option>
        {books.data?.map((book) => (
          <option key={book.id} value={book.id}>
            {book.is_draft ? t.bookDraft(book.name) : book.name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.part}
        value={choice.partId}
        disabled={choice.bookId === '' || none}
        hint={choice.bookId === '' ? t.partChooseBook : none ? t.noParts : undefined}
        invalid={incomplete && choice.partId === ''}
        onChange={(event) => onChange({ ...choice, partId: event.target.value })}
      >
        <option value="">{t.partChoose}</option>
        {parts.data?.map((part) => (
          <option key={part.id} value={part.id}>
            {part.name}
          </option>
        ))}
      </SelectField>
    </>
  );
}
