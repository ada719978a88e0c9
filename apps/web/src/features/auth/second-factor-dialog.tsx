import type { ComponentProps, FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { codeTexts } from './account-texts.ts';
import { codeProblems, failureOf, type CodeQuestion } from './second-factor-code.ts';

/** The dialog that asks for a code, until one is accepted or the person cancels. */
export function CodeDialog({ text, send, onEnd }: CodeQuestion & { readonly onEnd: (accepted: boolean) => void }) {
  const fields = useFields({ code: '' }, codeProblems);
  const { busy, run } = useTask();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !fields.validate(form)) return;
    void run(async () => {
      const code = await failureOf(send(fields.values.code.trim()));
      if (code === undefined) onEnd(true);
      else fields.show({ code }, form);
    });
  };
  return (
    <Dialog open label={codeTexts.title} closable={false} onClose={() => onEnd(false)}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <div>
          <h2 className="type-1">{codeTexts.title}</h2>
          <p className="mt-2 text-ink-2">{text}</p>
        </div>
        <CodeField {...fields.field('code')} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onEnd(false)}>{codeTexts.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {codeTexts.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Takes six digits or a recovery code. */
export function CodeField(field: ComponentProps<'input'> & { readonly error: string | undefined }) {
  return (
    <TextField
      label={codeTexts.label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...field}
    />
  );
}
