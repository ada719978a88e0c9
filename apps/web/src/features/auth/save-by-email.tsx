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
  /** Query that says where the code's screen leads afterwards (lib/login-address.ts). */
  readonly query: URLSearchParams;
  /** Stores it on this device meanwhile, from where the account takes it over. */
  readonly onAsked?: () => Promise<void>;
}

/**
 * Saves a sample or a part for a visitor by a single field: a code is mailed to the address, and creates the account or
 * signs in.
 */
export function SaveByEmail({ label, bookId, query, onAsked }: SaveByEmailProps) {
  const { go } = useNavigation();
  const { busy, ask } = useAskForCode();
  const fields = useFields({ email: '' }, ({ email }) => ({ email: emailProblem(email) }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !fields.validate(event.currentTarget)) return;
    void ask(fields.values.email, (leave) => {
      leave();
      // The code was sent, whether this device could store the choice or not.
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
