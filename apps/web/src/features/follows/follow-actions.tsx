import {
  type FollowBody,
  followBook,
  listFollows,
  type OwnFollow,
  requestFollow,
  unfollowBook,
} from '@cuentos/contract/follows';
import { type FormEvent, useState } from 'react';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { followTexts as t } from './texts.ts';

/** GET /api/follows. */
export function fetchFollows(): Promise<readonly OwnFollow[]> {
  return request(listFollows, { handles: 'all', quiet: true });
}

/** PUT /api/follows/{book_id}. */
export async function follow(bookId: string): Promise<'confirmed' | 'pending'> {
  return (await request(followBook, { params: { book_id: bookId }, handles: 'all' })).state;
}

/** DELETE /api/follows/{book_id}. */
export async function unfollow(bookId: string): Promise<null> {
  await request(unfollowBook, { params: { book_id: bookId }, handles: 'all' });
  return null;
}

/** Text, @, text, dot, text, no spaces. */
const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface FollowDialogProps {
  readonly book: { readonly id: string; readonly name: string };
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The form of a visitor: the address, for this book. */
export function FollowDialog({ book, open, onClose }: FollowDialogProps) {
  const { busy, run } = useTask();
  const [error, setError] = useState<string>();
  const [isSent, setSent] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('email');
    const email = typeof typed === 'string' ? typed.trim() : '';
    if (!SIMPLE_EMAIL.test(email)) return setError(email === '' ? t.emailEmpty : t.emailInvalid);
    setError(undefined);
    return void run(async () => {
      try {
        const json: FollowBody = { email, book_id: book.id };
        await request(requestFollow, { json, handles: 'all' });
        setSent(true);
      } catch (failure) {
        setError(sentenceOf(failure));
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
          <TextField label={t.email} name="email" type="email" autoComplete="email" error={error} />
          <Button type="submit" variant="primary" full busy={busy}>
            {t.send}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function sentenceOf(failure: unknown): string {
  if (!(failure instanceof ApiError)) return t.failed;
  if (failure.status === 422) return t.emailInvalid;
  return failure.status === 0 ? NO_ANSWER_TEXT : failure.detail || t.failed;
}
