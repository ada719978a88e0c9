import { LIST_FORM_PATH, listWords as t } from '@cuentos/contract/list-words';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/forms/field-classes.ts';
import { useTask } from '../../../ui/forms/use-task.ts';

/** E-mail list sign-up; without a script the browser sends it and the server answers with a page. */
export function ListForm() {
  const { busy, run } = useTask();
  const [isAsked, setAsked] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('email');
    const email = typeof typed === 'string' ? typed.trim() : '';
    void run(async () => {
      const { signUp } = await import('../mailing-list/api.ts');
      if (!(await signUp(email))) return;
      form.reset();
      setAsked(true);
    });
  };
  return (
    <form
      method="post"
      action={LIST_FORM_PATH}
      noValidate
      onSubmit={submit}
      className="flex flex-wrap items-center gap-2"
    >
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
      <output className="min-h-6 basis-full text-sm text-on-band-2">{isAsked && t.stepLeft}</output>
    </form>
  );
}
