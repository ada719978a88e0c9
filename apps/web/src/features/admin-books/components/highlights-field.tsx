import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type Control, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { FieldMessage } from '../../../ui/field-message.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import type { BookValues } from '../book-form-schema.ts';
import { bookTexts as t } from '../texts.ts';

const LIMIT = 20;

/** The book's passages in order: add, remove, move. */
export function HighlightsField({ form }: { readonly form: UseFormReturn<BookValues> }) {
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
