import type { AdminBook } from '@cuentos/contract/books';
import { type ExportPermission, exportPermissions } from '@cuentos/domain/exports/export-permission';
import { limits } from '@cuentos/contract/limits';
import { readIsbn } from '@cuentos/domain/books/isbn';
import { MOST_COMPLETION_DISCOUNT } from '@cuentos/domain/orders/set-price';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type Control, Controller, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { formatNumber } from '../../../lib/formats.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/forms/check-field.tsx';
import { FieldMessage } from '../../../ui/forms/field-message.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { saveOrChoose, seenOf } from '../../admin/changed-meanwhile.ts';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { type Powers, saveBook, writersQuery } from './api.ts';
import { ImageField } from './image-field.tsx';
import { bookTexts as t } from './texts.ts';

const text = (required: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, required)
    .refine((value) => graphemeCount(value) <= max, t.tooLong(formatNumber(max)));

/** A chosen picture, or none. */
const file = z.custom<File>((value) => value instanceof File).nullable();

/** Empty, or an ISBN with a correct check digit. */
const isbnField = z.string().superRefine((value, context) => {
  if (value.trim() === '') return;
  const reading = readIsbn(value);
  if (reading.kind === 'isbn') return;
  context.addIssue({
    code: 'custom',
    message: reading.kind === 'digit' ? t.isbnDigit(reading.expected) : t.isbnInvalid,
  });
});

function fitKeywords(value: string): boolean {
  const words = value.split(/[,;\n]/).map((word) => word.trim());
  const keywords = words.filter((word) => word !== '');
  return keywords.length <= limits.keywordsMax && keywords.every((word) => graphemeCount(word) <= limits.keywordMax);
}

/** Schema of the admin's book form. An existing book has its pictures already. */
export function bookFormSchema(creating: boolean) {
  return z.object({
    name: text(t.nameRequired, limits.bookNameMax),
    description: text(t.descriptionRequired, limits.descriptionMax),
    location: text(t.locationRequired, limits.bookLocationMax),
    pages: z
      .string()
      .trim()
      .min(1, t.pagesRequired)
      .refine((value) => value === '' || (/^\d{1,6}$/.test(value) && Number(value) >= 1), t.pagesInvalid),
    genre: text(t.genreRequired, limits.genreMax),
    isbn: isbnField,
    series_name: z
      .string()
      .refine((value) => graphemeCount(value.trim()) <= limits.seriesMax, t.tooLong(formatNumber(limits.seriesMax))),
    series_number: z
      .string()
      .trim()
      .regex(/^([1-9]\d{0,3})?$/, t.seriesNumberInvalid),
    language: z.string(),
    keywords: z.string().refine(fitKeywords, t.keywordsInvalid),
    completion_discount: z
      .string()
      .trim()
      .refine((value) => /^\d{1,2}$/.test(value) && Number(value) <= MOST_COMPLETION_DISCOUNT, t.completionInvalid),
    export_permission: z.enum(['', ...exportPermissions]),
    fragment: text(t.fragmentRequired, limits.fragmentMax),
    image: file.refine((value) => !creating || value !== null, t.imageRequired),
    back_image: file.refine((value) => !creating || value !== null, t.backImageRequired),
    // Empty quotes are left out of the call. At least one is required; the message is shown at the first field.
    highlights: z
      .array(
        z.object({
          passage: z
            .string()
            .refine(
              (value) => graphemeCount(value.trim()) <= limits.quoteMax,
              t.tooLong(formatNumber(limits.quoteMax)),
            ),
        }),
      )
      .min(1, t.highlightsRequired)
      .superRefine((rows, context) => {
        if (rows.length === 0 || rows.some(({ passage }) => passage.trim() !== '')) return;
        context.addIssue({ code: 'custom', path: [0, 'passage'], message: t.highlightRequired });
      }),
    writer_ids: z.array(z.string()),
  });
}

/** Values of the fields of the book form. */
export interface BookValues {
  name: string;
  description: string;
  location: string;
  pages: string;
  genre: string;
  isbn: string;
  series_name: string;
  series_number: string;
  language: string;
  /** Separated by commas. */
  keywords: string;
  /** Percent. */
  completion_discount: string;
  /** Empty: by the shop's default. */
  export_permission: '' | ExportPermission;
  fragment: string;
  image: File | null;
  back_image: File | null;
  highlights: { passage: string }[];
  writer_ids: string[];
}

/**
 * The multipart body, without empty highlights.
 * @param before initial values of the form: only changed fields are sent, so that two people may edit one book
 */
export function bookBody(values: BookValues, withWriters: boolean, before?: BookValues): FormData {
  const body = new FormData();
  const fields = textsOf(values, withWriters);
  const textsBefore = before && textsOf(before, withWriters);
  for (const [field, text] of Object.entries(fields)) if (text !== textsBefore?.[field]) body.set(field, text);
  if (values.image) body.set('image', values.image);
  if (values.back_image) body.set('back_image', values.back_image);
  return body;
}

function textsOf(values: BookValues, withWriters: boolean): Readonly<Record<string, string>> {
  const { image: _image, back_image: _back, highlights, writer_ids: writers, ...texts } = values;
  const plain = Object.entries(texts);
  const passages = highlights.map(({ passage }) => passage.trim()).filter((passage) => passage !== '');
  return {
    ...Object.fromEntries(plain.map(([field, text]) => [field, text.trim()])),
    highlights: JSON.stringify(passages.map((passage) => ({ passage }))),
    ...(withWriters ? { writer_ids: JSON.stringify(writers.toSorted()) } : {}),
  };
}

const LIMIT = 20;

/** The book's passages in their order: add, remove, move. */
function HighlightsField({ form }: { readonly form: UseFormReturn<BookValues> }) {
  const rows = useFieldArray({ control: form.control as Control<BookValues>, name: 'highlights' });
  const errors = form.formState.errors.highlights;
  const { fields } = rows;
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-semibold">{t.highlightsLabel}</legend>
      <p className="text-sm text-ink-3">{t.highlightsHint}</p>
      {fields.map((field, index) => (
        <div key={field.id} className="grid grid-cols-[1fr_auto] items-start gap-1">
          <TextAreaField
            label={t.highlightLabel(index + 1)}
            rows={2}
            error={errors?.[index]?.passage?.message}
            {...form.register(`highlights.${index}.passage`)}
          />
          <div className="mt-6.5 flex flex-wrap justify-end max-md:w-11">
            <IconButton
              label={t.moveUp(index + 1)}
              icon={<ArrowUp />}
              disabled={index === 0}
              onClick={() => rows.move(index, index - 1)}
              className="disabled:opacity-30"
            />
            <IconButton
              label={t.moveDown(index + 1)}
              icon={<ArrowDown />}
              disabled={index === fields.length - 1}
              onClick={() => rows.move(index, index + 1)}
              className="disabled:opacity-30"
            />
            <IconButton label={t.removeHighlight(index + 1)} icon={<X />} onClick={() => rows.remove(index)} />
          </div>
        </div>
      ))}
      <FieldMessage id="highlights" error={errors?.message ?? errors?.root?.message} />
      {fields.length < LIMIT && (
        <Button
          className="justify-self-start"
          icon={<Plus aria-hidden="true" />}
          onClick={() => rows.append({ passage: '' })}
        >
          {t.addHighlight}
        </Button>
      )}
    </fieldset>
  );
}

interface BookFormProps {
  readonly powers: Powers;
  /** Absent for a new book. */
  readonly book?: AdminBook | undefined;
  readonly onSaved: (book: AdminBook) => void;
  readonly onClose: () => void;
}

type Form = UseFormReturn<BookValues>;

/** Modal that creates or changes a book. */
export function BookForm(props: BookFormProps) {
  const { powers, book, onClose } = props;
  const { form, dialog } = useBookForm(props);
  return (
    <WorkDialog
      title={book ? t.updateTitle : t.createTitle}
      text={book ? book.name : t.createText}
      submit={book ? t.update : t.create}
      {...dialog}
      onClose={onClose}
    >
      <TextFields form={form} />
      <div className="grid gap-5 md:grid-cols-2">
        <Images form={form} book={book} />
      </div>
      <Fragment form={form} />
      <HighlightsField form={form} />
      <AboutFields form={form} />
      {/* As with the price of a part, only admins change this field of a published book. */}
      {(powers === 'admin' || book?.is_draft !== false) && (
        <>
          <CompletionField form={form} />
          <ExportField form={form} />
        </>
      )}
      {powers === 'admin' && <WritersField form={form} assigned={book?.writers ?? []} />}
    </WorkDialog>
  );
}

/** The form, and the properties of its dialog. */
function useBookForm({ powers, book, onSaved, onClose }: BookFormProps) {
  return useWorkForm<BookValues, BookValues, AdminBook, AdminBook>({
    name: draftName('book', book?.id),
    entity: book,
    valuesOf,
    schema: bookFormSchema(!book),
    secrets: ['image', 'back_image'],
    save(values, begun) {
      const body = bookBody(values, powers === 'admin', book && valuesOf(begun));
      const seenFields = JSON.stringify(seenOf(begun ?? {}, [...body.keys()]));
      return saveOrChoose((isMeant) => {
        if (isMeant) body.delete('seen');
        else if (book) body.set('seen', seenFields);
        return saveBook(book?.id ?? null, body);
      });
    },
    onSaved(saved) {
      showToast('success', book ? t.updated : t.created);
      onSaved(saved);
      onClose();
    },
    texts: { byCode: { book_name_taken: t.nameTaken, book_not_found: t.gone }, failed: t.saveFailed },
    refusedFields: { book_name_taken: { field: 'name', text: t.nameTaken } },
  });
}

const EMPTY: BookValues = {
  name: '',
  description: '',
  location: '',
  pages: '',
  genre: '',
  isbn: '',
  series_name: '',
  series_number: '',
  language: 'es',
  keywords: '',
  completion_discount: '0',
  export_permission: '',
  fragment: '',
  image: null,
  back_image: null,
  highlights: [{ passage: '' }],
  writer_ids: [],
};

function valuesOf(book: AdminBook | undefined): BookValues {
  if (!book) return EMPTY;
  const { name, description, location, genre, language, series } = book;
  const passages = book.highlights.map(({ passage }) => ({ passage }));
  return {
    ...EMPTY,
    ...{ name, description, location, genre, language },
    pages: String(book.pages),
    isbn: book.isbn ?? '',
    series_name: series?.name ?? '',
    series_number: String(series?.number ?? ''),
    keywords: book.keywords.join(', '),
    completion_discount: String(book.completion_discount),
    export_permission: book.export_permission ?? '',
    fragment: book.fragment ?? '',
    highlights: passages.length > 0 ? passages : EMPTY.highlights,
    writer_ids: book.writers.map(({ id }) => id),
  };
}

function TextFields({ form }: { readonly form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField label={t.nameLabel} autoComplete="off" error={errors.name?.message} {...form.register('name')} />
      <TextAreaField
        label={t.descriptionLabel}
        hint={t.descriptionHint}
        rows={4}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <TextField
        label={t.locationLabel}
        hint={t.locationHint}
        autoComplete="off"
        error={errors.location?.message}
        {...form.register('location')}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={t.pagesLabel}
          inputMode="numeric"
          autoComplete="off"
          error={errors.pages?.message}
          {...form.register('pages')}
        />
        <TextField label={t.genreLabel} autoComplete="off" error={errors.genre?.message} {...form.register('genre')} />
      </div>
    </>
  );
}

/** Offered languages by their codes; another language that the book already has stays in the list. */
const LANGUAGES = ['es', 'es-CL', 'arn', 'rap', 'en', 'pt', 'fr', 'it', 'de', 'ca', 'gl', 'eu'];

/** Optional fields that bookshops and search engines use. */
function AboutFields({ form }: { readonly form: Form }) {
  const { errors } = form.formState;
  const language = form.formState.defaultValues?.language ?? 'es';
  const names = new Intl.DisplayNames('es', { type: 'language' });
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-1 text-sm font-semibold">{t.aboutLabel}</legend>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={t.isbnLabel}
          hint={t.isbnHint}
          autoComplete="off"
          error={errors.isbn?.message}
          {...form.register('isbn')}
        />
        <SelectField label={t.languageLabel} error={errors.language?.message} {...form.register('language')}>
          {[...new Set([...LANGUAGES, language])].map((code) => (
            <option key={code} value={code}>
              {t.languageNames[code] ?? names.of(code)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid gap-5 md:grid-cols-[1fr_10rem]">
        <TextField
          label={t.seriesLabel}
          autoComplete="off"
          error={errors.series_name?.message}
          {...form.register('series_name')}
        />
        <TextField
          label={t.seriesNumberLabel}
          inputMode="numeric"
          autoComplete="off"
          error={errors.series_number?.message}
          {...form.register('series_number')}
        />
      </div>
      <TextField
        label={t.keywordsLabel}
        hint={t.keywordsHint}
        autoComplete="off"
        error={errors.keywords?.message}
        {...form.register('keywords')}
      />
    </fieldset>
  );
}

/** 'Completa el libro': discount for buying all missing parts at once. */
function CompletionField({ form }: { readonly form: Form }) {
  return (
    <TextField
      label={t.completionLabel}
      hint={t.completionHint}
      inputMode="numeric"
      autoComplete="off"
      error={form.formState.errors.completion_discount?.message}
      {...form.register('completion_discount')}
    />
  );
}

/** 'Llévate el libro': whether owners may download a part as a file. */
function ExportField({ form }: { readonly form: Form }) {
  return (
    <SelectField
      label={t.exportLabel}
      hint={t.exportHint}
      error={form.formState.errors.export_permission?.message}
      {...form.register('export_permission')}
    >
      <option value="">{t.exportAsShop}</option>
      {exportPermissions.map((permission) => (
        <option key={permission} value={permission}>
          {t.exportChoices[permission]}
        </option>
      ))}
    </SelectField>
  );
}

/** A component of its own, because the first invalid field gets the focus in the order of registration. */
function Fragment({ form }: { readonly form: Form }) {
  return (
    <TextAreaField
      label={t.fragmentLabel}
      hint={t.fragmentHint}
      rows={4}
      error={form.formState.errors.fragment?.message}
      {...form.register('fragment')}
    />
  );
}

function Images({ form, book }: { readonly form: Form; readonly book: AdminBook | undefined }) {
  const images = [
    ['image', t.imageLabel, book?.image ?? null],
    ['back_image', t.backImageLabel, book?.back_image ?? null],
  ] as const;
  return images.map(([name, label, picture]) => (
    <Controller
      key={name}
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <ImageField
          label={label}
          file={field.value}
          picture={picture}
          error={fieldState.error?.message}
          inputRef={field.ref}
          onFile={field.onChange}
        />
      )}
    />
  ));
}

interface WritersFieldProps {
  readonly form: UseFormReturn<BookValues>;
  /** Accounts that are assigned now, whatever their role is. */
  readonly assigned: readonly { readonly id: string; readonly name: string }[];
}

/** 'Escritoras asignadas'. */
function WritersField({ form, assigned }: WritersFieldProps) {
  const writers = useQuery(writersQuery);
  const others = (writers.data ?? []).filter(({ id }) => assigned.every((each) => each.id !== id));
  const people = [...assigned, ...others];
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-semibold">{t.writersLabel}</legend>
      <p className="text-sm text-ink-3">{people.length === 0 && writers.isSuccess ? t.noWriters : t.writersHint}</p>
      {writers.isError && (
        <div className="mt-1 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t.writersFailed}
          <Button onClick={() => void writers.refetch()}>{t.retry}</Button>
        </div>
      )}
      {people.map(({ id, name }) => (
        <CheckField key={id} label={name} value={id} {...form.register('writer_ids')} />
      ))}
      <FieldMessage id="writers" error={form.formState.errors.writer_ids?.message} />
    </fieldset>
  );
}
