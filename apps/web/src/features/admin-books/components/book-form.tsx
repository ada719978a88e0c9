import type { AdminBook } from '@cuentos/contract/admin/books';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../lib/api-error.ts';
import { showServerFields } from '../../../lib/show-server-fields.ts';
import { useSessionNotice } from '../../../lib/use-session-notice.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { bookBody, bookFormSchema, type BookValues } from '../book-form-schema.ts';
import { saveBook } from '../data.ts';
import type { Powers } from '../powers.ts';
import { tellFailure } from '../tell-failure.ts';
import { bookTexts as t } from '../texts.ts';
import { HighlightsField } from './highlights-field.tsx';
import { ImageField } from './image-field.tsx';
import { WritersField } from './writers-field.tsx';

interface BookFormProps {
  readonly powers: Powers;
  /** Absent: a new one is made. */
  readonly book?: AdminBook | undefined;
  readonly onSaved: (book: AdminBook) => void;
  readonly onClose: () => void;
}

type Form = UseFormReturn<BookValues>;

/** Modal that creates or changes a book. */
export function BookForm(props: BookFormProps) {
  const { powers, book, onClose } = props;
  const { form, busy, send } = useBookForm(props);
  return (
    <FormDialog
      title={book ? t.updateTitle : t.createTitle}
      text={book ? book.name : t.createText}
      submit={book ? t.update : t.create}
      busy={busy}
      dirty={form.formState.isDirty}
      notice={useSessionNotice()}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextFields form={form} />
      <div className="grid gap-5 md:grid-cols-2">
        <Images form={form} book={book} />
      </div>
      <Fragment form={form} />
      <HighlightsField form={form} />
      {powers === 'admin' && <WritersField form={form} assigned={book?.writers ?? []} />}
    </FormDialog>
  );
}

/** The form's state, and what its button does. */
function useBookForm({ powers, book, onSaved, onClose }: BookFormProps) {
  const [busy, setBusy] = useState(false);
  const [before] = useState(() => valuesOf(book));
  const form = useForm<BookValues>({
    resolver: zodResolver(bookFormSchema(!book)),
    mode: 'onTouched',
    defaultValues: before,
  });
  const send = form.handleSubmit(async (values) => {
    setBusy(true);
    try {
      const saved = await saveBook(book?.id ?? null, bookBody(values, powers === 'admin', book && before));
      // The session ended: what was written stays, to be sent again.
      if (!saved) return;
      showToast('success', book ? t.updated : t.created);
      onSaved(saved);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'book_name_taken') {
        form.setError('name', { type: 'server', message: t.nameTaken }, { shouldFocus: true });
      } else if (showServerFields(form, error)) return;
      tellFailure(error, { book_name_taken: t.nameTaken, book_not_found: t.gone }, t.saveFailed);
    } finally {
      setBusy(false);
    }
  });
  return { form, busy, send };
}

function valuesOf(book: AdminBook | undefined): BookValues {
  return {
    name: book?.name ?? '',
    description: book?.description ?? '',
    location: book?.location ?? '',
    pages: book ? String(book.pages) : '',
    genre: book?.genre ?? '',
    fragment: book?.fragment ?? '',
    image: null,
    back_image: null,
    highlights:
      book && book.highlights.length > 0 ? book.highlights.map(({ passage }) => ({ passage })) : [{ passage: '' }],
    writer_ids: book?.writers.map(({ id }) => id) ?? [],
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

/** A component of its own: the first field with a mistake, in the order of registration, gets the focus. */
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
