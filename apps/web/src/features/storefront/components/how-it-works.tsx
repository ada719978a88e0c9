import { proseTexts } from '../prose-texts.ts';
import { storefrontTexts as t } from '../texts.ts';

/** Four numbered pockets joined by the thread; vertical on a phone. */
export function HowItWorks() {
  return (
    <section id="como" className="block-space bg-sunken">
      <div className="wrap">
        <h2 className="type-3">{t.howItWorks}</h2>
        <ol className="mt-9 grid lg:mt-12 lg:grid-cols-4 lg:gap-6">
          {proseTexts.steps.map((step, index) => (
            <li key={step.title} className="group relative pb-8 pl-15 lg:pt-17 lg:pb-0 lg:pl-0">
              <span
                aria-hidden="true"
                className="absolute top-11 bottom-1 left-5 w-0.5 bg-[repeating-linear-gradient(180deg,var(--cb-accent)_0_8px,transparent_8px_13px)] group-last:hidden lg:top-5 lg:-right-5 lg:bottom-auto lg:left-13 lg:h-0.5 lg:w-auto lg:bg-[repeating-linear-gradient(90deg,var(--cb-accent)_0_8px,transparent_8px_13px)]"
              />
              <span
                aria-hidden="true"
                className="absolute top-0 left-0 grid size-10.5 place-items-center rounded-b-xl bg-accent font-serif text-lg font-semibold text-on-accent"
              >
                {index + 1}
              </span>
              <h3 className="pt-[0.45rem] text-xl leading-[1.3] lg:pt-0">{step.title}</h3>
              <p className="mt-1.5 max-w-[32em] text-ink-2">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
