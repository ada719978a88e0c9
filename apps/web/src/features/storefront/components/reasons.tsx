import { proseTexts as t } from '../prose-texts.ts';

/** A ruled list, not cards. */
export function Reasons({ price }: { readonly price: string }) {
  return (
    <section className="block-space">
      <div className="wrap grid gap-10 lg:grid-cols-[4fr_8fr]">
        <h2 className="type-3">{t.reasonsTitle}</h2>
        <dl className="border-b border-line">
          {t.reasons(price).map((reason) => (
            <div
              key={reason.title}
              className="grid gap-x-8 gap-y-1.5 border-t border-line py-5.5 lg:grid-cols-[5fr_7fr] lg:py-7"
            >
              <dt className="font-serif text-[clamp(1.25rem,1.1rem+0.6vw,1.5rem)] leading-[1.25] font-[560] tracking-[-0.01em]">
                {reason.title}
              </dt>
              <dd className="max-w-[38em] text-ink-2">{reason.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
