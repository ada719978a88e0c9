import { adminTraceCopy, type TracedCopy } from '@cuentos/contract/exports';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useTask } from '../../../ui/forms/use-task.ts';
import { adminCall } from '../../admin/admin-call.ts';
import { PersonLink } from '../../admin/row-links.tsx';
import { traceTexts as t } from './texts.ts';

/** Finds the reader who downloaded a copy, by the number of its ex libris. */
export function TraceCopy() {
  const { number, setNumber, error, result, busy, search } = useTrace();
  return (
    <section className="mt-12 max-w-[46rem] border-t border-line pt-7">
      <h2 className="type-1">{t.title}</h2>
      <p className="mt-1 text-sm text-ink-2">{t.text}</p>
      <search className="mt-4 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
        <TextField
          label={t.label}
          placeholder="XXXX-XXXX-XXXX"
          autoComplete="off"
          spellCheck={false}
          value={number}
          error={error}
          onChange={({ target }) => setNumber(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && search()}
        />
        <Button busy={busy} className="sm:mt-6.5" onClick={search}>
          {t.search}
        </Button>
      </search>
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

/** The searched number, and its result. */
function useTrace() {
  const { busy, run } = useTask();
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [result, setResult] = useState<{ readonly copy: TracedCopy } | null>(null);
  const search = () => {
    setResult(null);
    setError(number.trim() === '' ? t.empty : undefined);
    if (number.trim() === '' || busy) return;
    void run(async () => {
      try {
        setResult({ copy: await adminCall(adminTraceCopy, { json: { number }, handles: 'all' }) });
      } catch (failure) {
        setError(sentenceOf(failure));
      }
    });
  };
  return { number, setNumber, error, result, busy, search };
}

function sentenceOf(failure: unknown): string {
  if (!(failure instanceof ApiError)) return t.failed;
  return failure.fields['number'] ?? (failure.detail || t.failed);
}
