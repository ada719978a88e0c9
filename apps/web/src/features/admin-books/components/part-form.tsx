import type { AdminBook } from '@cuentos/contract/admin/books';
import type { AdminPart } from '@cuentos/contract/admin/books';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../../lib/api-error.ts';
import { showServerFields } from '../../../lib/show-server-fields.ts';
import { useSessionNotice } from '../../../lib/use-session-notice.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { savePart } from '../data.ts';
import { partBody, partFormSchema, partValues, type PartValues } from '../part-form-schema.ts';
import { partTexts as t } from '../part-texts.ts';
import type { Powers } from '../powers.ts';
import { tellFailure } from '../tell-failure.ts';
import { ImageField } from './image-field.tsx';
import { PriceFields } from './price-fields.tsx';

interface PartFormProps {
  readonly powers: Powers;
  readonly book: Pick<AdminBook, 'id' | 'name' | 'minimum'>;
  /** Absent: a new one is made. */
  readonly part?: AdminPart | undefined;
  readonly onSaved: (part: AdminPart) => void;
  readonly onClose: () => void;
}

/** Modal that creates or changes a part. */
export function PartForm(props: PartFormProps) {
  const { powers, book, part, onClose } = props;
  const isLocked = powers === 'writter' && part?.was_active === true;
  const { form, busy, send } = usePartForm(props, isLocked);
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      title={part ? t.updateTitle : t.createTitle}
      text={part ? part.name : t.createText(book.name)}
      submit={part ? t.update : t.create}
      busy={busy}
      dirty={isDirty}
      notice={useSessionNotice()}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextField label={t.nameLabel} autoComplete="off" error={errors.name?.message} {...form.register('name')} />
      <PriceFields form={form} minimum={book.minimum} isLocked={isLocked} />
      <Image form={form} part={part} />
    </FormDialog>
  );
}

/** The form's state, and what its button does. */
function usePartForm({ book, part, onSaved, onClose }: PartFormProps, isLocked: boolean) {
  const [busy, setBusy] = useState(false);
  const [before] = useState(() => partValues(part));
  const form = useForm<PartValues>({
    resolver: zodResolver(partFormSchema(!part)),
    mode: 'onTouched',
    defaultValues: before,
  });
  const send = form.handleSubmit(async (values) => {
    setBusy(true);
    try {
      const target = part ? { partId: part.id } : { bookId: book.id };
      const saved = await savePart(target, partBody(values, isLocked, part && before));
      // The session ended: what was written stays, to be sent again.
      if (!saved) return;
      showToast('success', part ? t.updated : t.created);
      onSaved(saved);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'part_name_taken') {
        form.setError('name', { type: 'server', message: t.nameTaken }, { shouldFocus: true });
      } else if (showServerFields(form, error)) return;
      const texts = { part_name_taken: t.nameTaken, part_not_found: t.gone, price_locked: t.locked };
      tellFailure(error, texts, t.saveFailed);
    } finally {
      setBusy(false);
    }
  });
  return { form, busy, send };
}

function Image({ form, part }: { readonly form: UseFormReturn<PartValues>; readonly part: AdminPart | undefined }) {
  return (
    <Controller
      control={form.control}
      name="image"
      render={({ field, fieldState }) => (
        <ImageField
          label={t.imageLabel}
          file={field.value}
          picture={part?.image ?? null}
          error={fieldState.error?.message}
          inputRef={field.ref}
          onFile={field.onChange}
        />
      )}
    />
  );
}
