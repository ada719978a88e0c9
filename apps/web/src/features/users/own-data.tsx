import { getProfile } from '@cuentos/contract/users';
import { type DataState, getDataState } from '@cuentos/contract/personal-data';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { queryOf } from '../../lib/api/query-of.ts';
import { ownDataTexts as t } from './texts.ts';

const pad = (value: number) => String(value).padStart(2, '0');

/** Time of an instant in Santiago: `16:20`. */
export function hourOf(instant: string): string {
  const { hour, minute } = santiagoWallTime(new Date(instant).getTime());
  return `${pad(hour)}:${pad(minute)}`;
}

/** What can be done with the data, and what is under way. */
export const stateQuery = queryOptions({
  ...queryOf(getDataState, { handles: 'all' }),
  // Without a connection it fails at once, instead of waiting for one in silence.
  networkMode: 'always',
});

/** A change of what is done with the data: what the server answers is shown at once; a failure is said in one message. */
export function useChange<Variables>(
  send: (variables: Variables) => Promise<DataState | null>,
  done: (variables: Variables) => string | null,
) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    onSuccess: async (state, variables) => {
      const text = done(variables);
      if (text !== null) showToastHere('success', text);
      if (state) client.setQueryData(stateQuery.queryKey, state);
      await client.invalidateQueries({ queryKey: keyOf(getProfile) });
    },
    onError: (error) => showToastHere('error', (error instanceof ApiError && error.detail) || NO_ANSWER_TEXT),
  });
  return { busy: isPending, run: mutate };
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Title at the left, text and action at the right. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-4 border-t border-line py-8 lg:grid-cols-[4fr_8fr] lg:gap-10"
    >
      <h2 id={`${id}-title`} tabIndex={-1} className="type-1">
        {title}
      </h2>
      <div className="max-w-[38em] min-w-0">{children}</div>
    </section>
  );
}

/** What is sent with the password, when it was asked for. */
type Proven = (proof: { readonly current_password?: string }) => Promise<unknown>;

/** Sends what a stolen, unlocked device must not be enough for: the server may ask for the password first. */
export function useProof() {
  const [password, setPassword] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [notice, setNotice] = useState<string>();
  const { busy, run } = useTask();
  const attempt = async (send: Proven): Promise<void> => {
    setError(undefined);
    setNotice(undefined);
    try {
      await send(password === null ? {} : { current_password: password });
    } catch (failure) {
      const code = failure instanceof ApiError ? failure.code : null;
      const fields = failure instanceof ApiError ? failure.fields : {};
      if (code === 'confirmation_needed') {
        const { confirmAgain } = await import('../auth/second-factor-dialog.tsx');
        if (await confirmAgain()) await attempt(send);
      } else if (code !== 'reauth_required') {
        setNotice((failure instanceof ApiError && failure.detail) || NO_ANSWER_TEXT);
      } else if (fields['google']) setNotice(t.googleAgain);
      else if (fields['code']) setNotice(t.codeAgain);
      else {
        setPassword((typed) => typed ?? '');
        setError(fields['current_password']);
      }
    }
  };
  const field = (
    <>
      {password !== null && (
        <TextField
          label={t.password}
          type="password"
          autoComplete="current-password"
          hint={t.passwordText}
          error={error}
          value={password}
          // What is asked for is written next.
          // oxlint-disable-next-line no-autofocus -- the dialog has just asked for it
          autoFocus
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {notice !== undefined && <Banner title={notice} />}
    </>
  );
  return { busy, field, send: async (work: Proven) => run(async () => attempt(work)) };
}
