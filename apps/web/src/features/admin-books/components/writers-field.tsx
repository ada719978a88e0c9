import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-field.tsx';
import { FieldMessage } from '../../../ui/field-message.tsx';
import type { BookValues } from '../book-form-schema.ts';
import { writersQuery } from '../data.ts';
import { bookTexts as t } from '../texts.ts';

interface WritersFieldProps {
  readonly form: UseFormReturn<BookValues>;
  /** Assigned now, whatever their role has become. */
  readonly assigned: readonly { readonly id: string; readonly name: string }[];
}

/** 'Escritoras asignadas'. */
export function WritersField({ form, assigned }: WritersFieldProps) {
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
