import type { ShopWords } from '@cuentos/contract/shop';
import { fillWords, type WordFacts, withoutMarks } from '@cuentos/domain/shop/words';
import { Island } from '../../../lib/island.tsx';
import { useSite } from '../../../lib/page-data.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Link } from '../../../ui/navigation.tsx';
import { siteTexts as t } from '../texts.ts';
import { ListForm } from './list-form.tsx';

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
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-10 pt-[clamp(4rem,7vw,6rem)] pb-[clamp(3.5rem,6vw,5rem)] lg:grid-cols-[7fr_5fr] lg:items-end lg:gap-20">
        <div>
          <h2 className="type-3">{withoutMarks(fillWords(words.list_title, facts))}</h2>
          <p className="mt-3 max-w-[34em] text-on-band-2">
            {withoutMarks(fillWords(words.list_text, facts))}
            {email && (
              <>
                {` ${t.contactWrite} `}
                <a href={`mailto:${email}`} className="wrap-anywhere text-on-band underline underline-offset-[0.25em]">
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
        <Island name="list-form" of="" component={ListForm} />
      </div>
    </section>
  );
}
