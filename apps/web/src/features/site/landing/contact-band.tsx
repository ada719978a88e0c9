import type { ShopWords } from '@cuentos/contract/shop';
import { fillWords, type WordFacts, withoutMarks } from '@cuentos/domain/shop/words';
import { type FormEvent } from 'react';
import { useSite } from '../../../lib/page-data.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/forms/field-classes.ts';
import { useTask } from '../../../ui/forms/use-task.ts';
import { Link } from '../../../ui/navigation.tsx';
import { siteTexts as t } from '../texts.ts';

interface ContactBandProps {
  readonly words: Pick<ShopWords, 'list_title' | 'list_text'>;
  readonly facts: WordFacts;
}

/** The band with one seam: mailing list and contact. */
export function ContactBand({ words, facts }: ContactBandProps) {
  const email = useSite()?.seller.contact_email;
  return (
    <section
      id="contacto"
      className="relative bg-band text-on-band [--cb-focus:0_0_0_2px_var(--cb-band),0_0_0_4px_var(--cb-on-band)] before:absolute before:inset-x-0 before:top-3.5 before:h-0.5 before:bg-[repeating-linear-gradient(90deg,var(--cb-spot)_0_12px,transparent_12px_20px)]"
    >
      <div className="wrap grid gap-10 pt-[clamp(4rem,7vw,6rem)] pb-[clamp(3.5rem,6vw,5rem)] lg:grid-cols-[7fr_5fr] lg:items-end lg:gap-20">
        <div>
          <h2 className="type-3">{withoutMarks(fillWords(words.list_title, facts))}</h2>
          <p className="mt-3 max-w-[34em] text-on-band-2">
            {withoutMarks(fillWords(words.list_text, facts))}
            {email && (
              <>
                {` ${t.contactWrite} `}
                <a href={`mailto:${email}`} className="text-on-band underline underline-offset-[0.25em]">
                  {email}
                </a>
                .
              </>
            )}
          </p>
          <p className="mt-6 mb-3 text-on-band-2">{t.contactAsk}</p>
          <Link to="/contact" className={buttonClass({ variant: 'paper' })}>
            {t.write}
          </Link>
        </div>
        <ListForm />
      </div>
    </section>
  );
}

/** E-mail list sign-up. */
export function ListForm() {
  const { busy, run } = useTask();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('email');
    const email = typeof typed === 'string' ? typed.trim() : '';
    void run(async () => {
      const { signUp } = await import('../mailing-list/api.ts');
      if (await signUp(email)) form.reset();
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-center gap-2">
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
