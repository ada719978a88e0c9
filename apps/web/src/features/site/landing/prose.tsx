import type { Picture } from '@cuentos/contract/books';
import type { ShopIdentity, ShopWords } from '@cuentos/contract/shop';
import { fillWords, paragraphsOf, type WordFacts } from '@cuentos/domain/shop/words';
import { Plus } from 'lucide-react';
import { MarkedText } from './marked-text.tsx';

interface ProseProps {
  readonly words: ShopWords;
  readonly facts: WordFacts;
}

/** Reasons to read here, and the steps. */
export function ReasonsAndSteps({ words, facts }: ProseProps) {
  return (
    <>
      {words.reasons.length > 0 && <Reasons words={words} facts={facts} />}
      {words.steps.length > 0 && <HowItWorks words={words} facts={facts} />}
    </>
  );
}

/** A ruled list, not cards. */
function Reasons({ words, facts }: ProseProps) {
  return (
    <section className="block-space">
      <div className="wrap grid gap-10 lg:grid-cols-[4fr_8fr]">
        <h2 className="type-3 text-balance">{fillWords(words.reasons_title, facts)}</h2>
        <dl className="border-b border-line">
          {words.reasons.map((reason) => (
            <div
              key={reason.title}
              className="grid gap-x-8 gap-y-1.5 border-t border-line py-5.5 lg:grid-cols-[5fr_7fr] lg:py-7"
            >
              <dt className="font-serif text-[clamp(1.25rem,1.1rem+0.6vw,1.5rem)] leading-[1.25] font-[560] tracking-[-0.01em]">
                <MarkedText text={fillWords(reason.title, facts)} />
              </dt>
              <dd className="max-w-[38em] text-ink-2">
                <MarkedText text={fillWords(reason.text, facts)} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** Four numbered pockets joined by the thread; vertical on a phone. */
function HowItWorks({ words, facts }: ProseProps) {
  return (
    <section id="como" className="block-space bg-sunken">
      <div className="wrap">
        <h2 className="type-3">{fillWords(words.steps_title, facts)}</h2>
        <ol className="mt-9 grid lg:mt-12 lg:grid-cols-4 lg:gap-6">
          {words.steps.map((step, index) => (
            <li
              key={step.title}
              className="group relative min-w-0 pb-8 pl-15 max-[360px]:wrap-anywhere lg:pt-17 lg:pb-0 lg:pl-0"
            >
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
              <h3 className="pt-[0.45rem] text-xl leading-[1.3] lg:pt-0">
                <MarkedText text={fillWords(step.title, facts)} />
              </h3>
              <p className="mt-1.5 max-w-[32em] text-ink-2">
                <MarkedText text={fillWords(step.text, facts)} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Presents the author, and answers readers' questions. */
export function AuthorAndFaq({ identity, ...prose }: ProseProps & { readonly identity: ShopIdentity }) {
  return (
    <>
      <AboutAuthor identity={identity} />
      {prose.words.faq.length > 0 && <Faq {...prose} />}
    </>
  );
}

/** The author's quote in large letters, the facts in small ones; absent without both. */
function AboutAuthor({ identity }: { readonly identity: ShopIdentity }) {
  const { quote, biography, author_name: name, portrait } = identity;
  if (quote === '' && biography === '') return null;
  return (
    <section id="autora" className="wrap">
      <div className="grid gap-10 border-t border-line py-[clamp(3rem,7vw,6rem)] lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-20">
        <blockquote className="quote text-[clamp(1.5rem,1.1rem+1.9vw,2.375rem)] leading-[1.28]">
          {quote !== '' && `«${quote.replace(/\.$/, '')}».`}
        </blockquote>
        <div className="grid gap-4">
          <AuthorFigure picture={portrait} name={name} />
          {name !== '' && <h2 className="type-1">{name}</h2>}
          {paragraphsOf(biography).map((fact) => (
            <p key={fact} className="text-ink-2">
              {fact}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Portrait of the author, or a drawn pocket instead. */
export function AuthorFigure({ picture, name }: { readonly picture: Picture | null; readonly name: string }) {
  return picture ? <Portrait picture={picture} name={name} /> : <AuthorPocket />;
}

/** The portrait, cut as a pocket. */
function Portrait({ picture, name }: { readonly picture: Picture; readonly name: string }) {
  return (
    <img
      src={picture.src}
      srcSet={picture.srcset}
      sizes="96px"
      width={96}
      height={112}
      alt={name}
      loading="lazy"
      decoding="async"
      className="h-28 w-24 object-cover [clip-path:polygon(0_0,100%_0,100%_80%,50%_100%,0_80%)]"
    />
  );
}

/** A notebook and pencils, where there is no portrait. */
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

/** Questions; native `details` of one name, so that one is open at a time. */
function Faq({ words, facts }: ProseProps) {
  return (
    <section id="preguntas" className="wrap grid gap-6 pb-[clamp(3.5rem,8vw,7rem)] lg:grid-cols-[4fr_8fr] lg:gap-10">
      <h2 className="type-3 max-[360px]:wrap-anywhere">{fillWords(words.faq_title, facts)}</h2>
      <div className="min-w-0 border-b border-line max-[360px]:wrap-anywhere">
        {words.faq.map((entry, index) => (
          <details key={entry.question} name="faq" open={index === 0} className="group border-t border-line">
            <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-3 font-serif text-lg leading-[1.4] font-[540] [&::-webkit-details-marker]:hidden">
              <span>
                <MarkedText text={fillWords(entry.question, facts)} />
              </span>
              <Plus
                aria-hidden="true"
                className="size-5 shrink-0 transition-transform duration-(--cb-dur-ui) ease-cb group-open:rotate-45"
              />
            </summary>
            <p className="max-w-[40em] pr-12 pb-6 text-ink-2">
              <MarkedText text={fillWords(entry.answer, facts)} />
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}
