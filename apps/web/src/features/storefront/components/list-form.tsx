import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/input-class.ts';
import { storefrontTexts as t } from '../texts.ts';

/** E-mail list sign-up. */
export function ListForm() {
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('email');
    const email = typeof typed === 'string' ? typed.trim() : '';
    setBusy(true);
    const { signUp } = await import('../sign-up.ts');
    if (await signUp(email)) form.reset();
    setBusy(false);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-center gap-2">
      <label htmlFor="list-email" className="sr-only">
        {t.emailLabel}
      </label>
      <input
        id="list-email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder={t.emailPlaceholder}
        className={`${inputClass} flex-[1_1_200px] border-[#fffdf8]! bg-[#fffdf8]! text-[#1c1b21]! placeholder:text-[#665f58]!`}
      />
      <Button type="submit" variant="paper" busy={busy} className="min-h-12">
        {t.subscribe}
      </Button>
    </form>
  );
}
