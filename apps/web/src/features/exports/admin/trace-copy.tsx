import { adminTraceCopy, type TracedCopy } from '@cuentos/contract/exports';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useFields } from '../../../ui/forms/use-fields.ts';
import { useTask } from '../../../ui/forms/use-task.ts';
import { adminCall } from '../../admin/admin-call.ts';
import { PersonLink } from '../../admin/row-links.tsx';
import { traceTexts as t } from './texts.ts';

/** Finds who took a copy, by the number of its ex libris. */
export function TraceCopy() {
  const { busy, run } = useTask();
  const fields = useFields({ number: '' }, ({ number }) => ({ number: number.trim() === '' ? t.empty : undefined }));
  const [result, setResult] = useState<{ readonly copy: TracedCopy } | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !fields.validate(form)) return;
    void run(async () => {
      setResult(null);
      try {
        setResult({
          copy: await adminCall(adminTraceCopy, { json: { number: fields.values.number }, handles: 'all' }),
        });
      } catch (error) {
        fields.show({ number: sentenceOf(error) }, form);
      }
    });
  };
  return (
    <section className="mt-12 max-w-[46rem] border-t border-line pt-7">
      <h2 className="type-1">{t.title}</h2>
      <p className="mt-1 text-sm text-ink-2">{t.text}</p>
      <form noValidate onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <TextField
            label={t.label}
            placeholder="XXXX-XXXX-XXXX"
            autoComplete="off"
            spellCheck={false}
            {...fields.field('number')}
          />
        </div>
        <Button type="submit" busy={busy}>
          {t.search}
        </Button>
      </form>
      <output className="mt-4 block empty:hidden">{result && <Found copy={result.copy} />}</output>
    </section>
  );
}

function Found({ copy }: { readonly copy: TracedCopy }) {
  if (copy === null) return t.unknown;
  return (
    <>
      {t.found(copy.part_name, copy.book_name)} <PersonLink id={copy.user_id} name={copy.user_name} />
      <span className="block text-sm text-ink-3">{t.times(copy.count, copy.first_at, copy.last_at)}</span>
    </>
  );
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t.failed;
  return error.fields?.['number'] ?? (error.detail || t.failed);
}
