import { getProfile } from '@cuentos/contract/users';
import { type DataState, getDataState } from '@cuentos/contract/personal-data';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
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

/** Possible and pending requests about the data. */
export const stateQuery = queryOptions({
  ...queryOf(getDataState, { handles: 'all' }),
  // Fails at once without a connection, instead of waiting without a message.
  networkMode: 'always',
});

/** A change of one's data rights: shows the server's answer at once; a failure has one message. */
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

/** Title on the left, text and action on the right. */
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

/** A request with the password, where that was asked for. */
type ProvenRequest = (proof: { readonly current_password?: string }) => Promise<unknown>;

/** Sends a call for which a stolen, unlocked device must not be enough: the server may require the password first. */
export function useProof() {
  const [asksPassword, setAsksPassword] = useState(false);
  const [notice, setNotice] = useState<string>();
  const fields = useFields({ current_password: '' }, () => ({}));
  const { busy, run } = useTask();
  const attempt = async (send: ProvenRequest): Promise<void> => {
    fields.show({});
    setNotice(undefined);
    try {
      await send(asksPassword ? fields.values : {});
    } catch (failure) {
      const code = failure instanceof ApiError ? failure.code : null;
      const refusals = failure instanceof ApiError ? failure.fields : {};
      if (code === 'confirmation_needed') {
        const { confirmAgain } = await import('../auth/ask-for-code.ts');
        if (await confirmAgain()) await attempt(send);
      } else if (code !== 'reauth_required') {
        setNotice((failure instanceof ApiError && failure.detail) || NO_ANSWER_TEXT);
      } else if (refusals['google']) setNotice(t.googleAgain);
      else if (refusals['code']) setNotice(t.codeAgain);
      else {
        setAsksPassword(true);
        fields.show({ current_password: refusals['current_password'] });
      }
    }
  };
  const field = (
    <>
      {asksPassword && (
        <TextField
          label={t.password}
          type="password"
          autoComplete="current-password"
          hint={t.passwordText}
          // The dialog has only this field, so it gets the focus.
          // oxlint-disable-next-line no-autofocus -- the dialog has just asked for it
          autoFocus
          {...fields.field('current_password')}
        />
      )}
      {notice !== undefined && <Banner title={notice} />}
    </>
  );
  return { busy, field, send: async (work: ProvenRequest) => run(async () => attempt(work)) };
}
