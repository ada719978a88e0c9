import { type FollowBody, requestFollow } from '@cuentos/contract/follows';
import { type FormEvent, useState } from 'react';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { isEmail } from '../../lib/is-email.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { followTexts as t } from './texts.ts';

interface FollowDialogProps {
  readonly book: { readonly id: string; readonly name: string };
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The form of a visitor: an address to follow this book. */
export function FollowDialog({ book, open, onClose }: FollowDialogProps) {
  const { busy, run } = useTask();
  const fields = useFields({ email: '' }, ({ email }) => ({ email: problemOf(email.trim()) }));
  const [isSent, setSent] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !fields.validate(form)) return;
    void run(async () => {
      try {
        const json: FollowBody = { email: fields.values.email.trim(), book_id: book.id };
        await request(requestFollow, { json, handles: 'all' });
        setSent(true);
      } catch (failure) {
        fields.show({ email: sentenceOf(failure) }, form);
      }
    });
  };
  return (
    <Dialog open={open} onClose={onClose} label={t.formTitle(book.name)} sheet>
      <h2 className="type-1 [overflow-wrap:anywhere]">{isSent ? t.sentTitle : t.formTitle(book.name)}</h2>
      <p className="mt-2 text-sm text-ink-2">{isSent ? t.sentText : t.formText}</p>
      {isSent ? (
        <Button className="mt-5" full onClick={onClose}>
          {t.close}
        </Button>
      ) : (
        <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
          <TextField label={t.email} type="email" autoComplete="email" {...fields.field('email')} />
          <Button type="submit" variant="primary" full busy={busy}>
            {t.send}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function problemOf(email: string): string | undefined {
  if (isEmail(email)) return undefined;
  return email === '' ? t.emailEmpty : t.emailInvalid;
}

function sentenceOf(failure: unknown): string {
  if (!(failure instanceof ApiError)) return t.failed;
  if (failure.status === 422) return t.emailInvalid;
  return failure.status === 0 ? NO_ANSWER_TEXT : failure.detail || t.failed;
}
