import { author } from '../../../lib/author.ts';
import { proseTexts as t } from '../prose-texts.ts';

/** Her sentence large, the facts small. */
export function AboutAuthor() {
  return (
    <section id="autora" className="wrap">
      <div className="grid gap-10 border-t border-line py-[clamp(3rem,7vw,6rem)] lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-20">
        <blockquote className="quote text-[clamp(1.5rem,1.1rem+1.9vw,2.375rem)] leading-[1.28]">
          {t.authorQuote}
        </blockquote>
        <div className="grid gap-4">
          <AuthorPocket />
          <h2 className="type-1">{author.name}</h2>
          {t.authorFacts.map((fact) => (
            <p key={fact} className="text-ink-2">
              {fact}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}

function AuthorPocket() {
  return (
    <svg viewBox="0 0 170 176" width="136" height="141" aria-hidden="true">
      <path d="M46 22H112V120H46Z" fill="#efe2c8" />
      <path d="M46 22H56V120H46Z" fill="#bd3b27" />
      <path d="M66 40H100M66 50H92" stroke="#2a2730" strokeWidth="3" />
      <path d="M124 6H134V120H124Z" fill="#e6ae35" />
      <path d="M124 6H134V22H124Z" fill="#bd3b27" />
      <path d="M10 78H160V146L85 172L10 146Z" fill="var(--cb-band)" />
      <path
        d="M10 90H160M19 100V140L85 163L151 140V100"
        fill="none"
        stroke="var(--cb-spot)"
        strokeWidth="2"
        strokeDasharray="8 5.500"
        strokeLinecap="round"
      />
    </svg>
  );
}
