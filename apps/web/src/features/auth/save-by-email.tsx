import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useNavigation } from '../../ui/use-navigation.ts';
import { Conditions } from './email-entry.tsx';
import { emailProblem } from './form-fields.ts';
import { authTexts as t } from './texts.ts';
import { useAskForCode } from './use-email-entry.ts';

interface SaveByEmailProps {
  /** Label of the field. */
  readonly label: string;
  readonly bookId: string;
  /** Says where the code leads (lib/login-address.ts). */
  readonly query: URLSearchParams;
  /** Keeps it on this device meanwhile, from where the account takes it. */
  readonly onAsked?: () => Promise<void>;
}

/** Keeps something for a visitor by one field: a code goes to the address, and makes the account or enters it. */
export function SaveByEmail({ label, bookId, query, onAsked }: SaveByEmailProps) {
  const { go } = useNavigation();
  const { busy, ask } = useAskForCode();
  const fields = useFields({ email: '' }, ({ email }) => ({ email: emailProblem(email) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !fields.validate(event.currentTarget)) return;
    void ask(fields.values.email, (leave) => {
      leave();
      // The code is on its way: whether this device could keep it too changes nothing of that.
      void Promise.resolve(onAsked?.()).finally(() => go(`/enter-code/${bookId}?${query}`));
    });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      <div className="flex flex-wrap items-start gap-x-2">
        <TextField
          label={label}
          type="email"
          autoComplete="email"
          inputMode="email"
          placeholder={t.emailExample}
          className="min-w-0 flex-[1_1_11rem]"
          {...fields.field('email')}
        />
        <Button type="submit" className="mt-[1.625rem] min-h-12 flex-auto" busy={busy}>
          {t.save}
        </Button>
      </div>
      <Conditions />
    </form>
  );
}
