import { useSite } from '../../../lib/page-data.ts';
import { storefrontTexts as t } from '../texts.ts';
import { ListForm } from './list-form.tsx';

/** The añil band with one seam: mailing list and contact. */
export function ContactBand() {
  const email = useSite()?.seller.contact_email;
  return (
    <section
      id="contacto"
      className="relative bg-band text-on-band [--cb-focus:0_0_0_2px_#24379b,0_0_0_4px_#fffdf8] before:absolute before:inset-x-0 before:top-3.5 before:h-0.5 before:bg-[repeating-linear-gradient(90deg,var(--cb-spot)_0_12px,transparent_12px_20px)]"
    >
      <div className="wrap grid gap-10 pt-[clamp(4rem,7vw,6rem)] pb-[clamp(3.5rem,6vw,5rem)] lg:grid-cols-[7fr_5fr] lg:items-end lg:gap-20">
        <div>
          <h2 className="type-3">{t.contactTitle}</h2>
          <p className="mt-3 max-w-[34em] text-on-band-2">
            {t.contactText}
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
        </div>
        <ListForm />
      </div>
    </section>
  );
}
