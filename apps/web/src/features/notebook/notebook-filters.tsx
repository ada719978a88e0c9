import { Search, X } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { inputClass } from '../../ui/forms/field-classes.ts';
import { NativeSelect } from '../../ui/forms/select-field.tsx';
import type { BookCount } from './books-nav.tsx';
import { ColourButtons } from './entry-editor.tsx';
import { type Filters, kinds } from './filters.ts';
import { notebookTexts as t } from './texts.ts';

interface NotebookFiltersProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
  readonly books: readonly BookCount[];
}

const caption = 'mb-1 block p-0 text-[0.8125rem] leading-[1.125rem] font-semibold text-ink-3';

/** Search, colours, kind and order; on a narrow window the book too. */
export function NotebookFilters({ filters, onChange, books }: NotebookFiltersProps) {
  const { query, colors, kind, bookId, by } = filters;
  const toggleColor = (color: string) =>
    onChange({ colors: colors.includes(color) ? colors.filter((each) => each !== color) : [...colors, color] });
  return (
    <search className="flex flex-wrap items-end gap-4 border-b border-line-strong pb-5">
      <SearchField query={query} onChange={(next) => onChange({ query: next })} />
      {!filters.trash && <BookSelect books={books} bookId={bookId} onChange={(next) => onChange({ bookId: next })} />}
      <div>
        <span aria-hidden="true" className={caption}>
          {t.color}
        </span>
        <ColourButtons chosen={colors} onChoose={toggleColor} />
      </div>
      <Segments
        label={t.kind}
        chosen={kind}
        options={kinds.map((id) => ({ id, label: t.kinds[id] }))}
        onChoose={(next) => onChange({ kind: next })}
      />
      {!filters.trash && (
        <Segments
          label={t.order}
          chosen={by}
          options={(['book', 'day'] as const).map((id) => ({ id, label: t.orders[id] }))}
          onChoose={(next) => onChange({ by: next })}
        />
      )}
    </search>
  );
}

interface SearchFieldProps {
  readonly query: string;
  readonly onChange: (query: string) => void;
}

function SearchField({ query, onChange }: SearchFieldProps) {
  return (
    <div className="relative basis-full">
      <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-ink-3" />
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.searchHint}
        value={query}
        onChange={({ target }) => onChange(target.value)}
        className={`${inputClass} appearance-none px-11! [&::-webkit-search-cancel-button]:hidden`}
      />
      {query !== '' && (
        <IconButton
          label={t.clearSearch}
          icon={<X aria-hidden="true" />}
          className="absolute! top-0.5 right-0.5"
          onClick={() => onChange('')}
        />
      )}
    </div>
  );
}

interface BookSelectProps extends Pick<NotebookFiltersProps, 'books'> {
  readonly bookId: string | null;
  readonly onChange: (bookId: string | null) => void;
}

/** Choice of the book, where no list of books is at the left. */
function BookSelect({ books, bookId, onChange }: BookSelectProps) {
  const id = useId();
  return (
    <div className="basis-full lg:hidden">
      <label htmlFor={id} className={caption}>
        {t.book}
      </label>
      <NativeSelect
        id={id}
        value={bookId ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      >
        <option value="">{t.allBooks}</option>
        {books.map(({ id: book, name }) => (
          <option key={book} value={book}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

interface SegmentsProps<Id extends string> {
  readonly label: string;
  readonly chosen: Id;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly onChoose: (id: Id) => void;
}

/** A choice of one of several, as a row of segments. */
function Segments<Id extends string>({ label, chosen, options, onChoose }: SegmentsProps<Id>) {
  return (
    <fieldset className="min-w-0 max-md:basis-full">
      <legend className={caption}>{label}</legend>
      <div className="flex flex-wrap overflow-hidden rounded-2 border border-line-strong bg-sheet">
        {options.map((option) => (
          <button
            key={option.id}
            type="button"
            aria-pressed={option.id === chosen}
            onClick={() => onChoose(option.id)}
            className="min-h-11 flex-auto border-line px-2.5 py-1 text-sm font-medium text-ink-2 not-first:border-s hover:bg-sunken aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-paper"
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
