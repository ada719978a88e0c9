import { Plus } from 'lucide-react';
import { proseTexts as t } from '../prose-texts.ts';

/** Seven questions; native `details` of one name, so that one is open at a time. */
export function Faq() {
  return (
    <section id="preguntas" className="wrap grid gap-6 pb-[clamp(3.5rem,8vw,7rem)] lg:grid-cols-[4fr_8fr] lg:gap-10">
      <h2 className="type-3">{t.faqTitle}</h2>
      <div className="border-b border-line">
        {t.faq.map((entry, index) => (
          <details key={entry.question} name="faq" open={index === 0} className="group border-t border-line">
            <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-3 font-serif text-lg leading-[1.4] font-[540] [&::-webkit-details-marker]:hidden">
              {entry.question}
              <Plus
                aria-hidden="true"
                className="size-5 shrink-0 transition-transform duration-(--cb-dur-ui) ease-cb group-open:rotate-45"
              />
            </summary>
            <p className="max-w-[40em] pr-12 pb-6 text-ink-2">{entry.answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
