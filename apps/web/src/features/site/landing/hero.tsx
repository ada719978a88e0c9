import type { Picture } from '@cuentos/contract/books';
import type { ShopWords } from '@cuentos/contract/shop';
import { fillWords, type WordFacts } from '@cuentos/domain/shop/words';
import { BookOpen } from 'lucide-react';
import { buttonClass } from '../../../ui/button-class.ts';
import { Cover } from '../../../ui/pictures/cover.tsx';
import { siteTexts as t } from '../texts.ts';
import { MarkedText } from './marked-text.tsx';

interface HeroCover {
  readonly id: string;
  readonly name: string;
  readonly image: Picture | null;
}

/** Places in the pocket, back to front: share of its width and height, and the rotation. */
const placesOf = {
  5: [
    'left-[1%] top-[14%] -rotate-9',
    'left-[70%] top-[9.5%] rotate-9',
    'left-[17%] top-[6%] -rotate-4',
    'left-[54.5%] top-[5.5%] rotate-[4.5deg]',
    'left-[35.5%] top-0',
  ],
  3: ['left-[13%] top-[8%] -rotate-6', 'left-[58%] top-[7%] rotate-6', 'left-[35.5%] top-0'],
  1: ['left-[35.5%] top-0'],
} as const;

function placesFor(count: number): readonly string[] {
  if (count >= 5) return placesOf[5];
  return count >= 3 ? placesOf[3] : placesOf[1];
}

/** The shop's pocket, 600 : 560, with covers in it and the price sewn on. */
function HeroCovers({ covers, label }: { readonly covers: readonly HeroCover[]; readonly label: string }) {
  const places = covers.length > 0 ? placesFor(covers.length) : [];
  return (
    <div
      className={`relative mx-auto w-full max-w-[600px] lg:mr-0 ${places.length > 0 ? 'aspect-600/560' : 'aspect-600/326'}`}
    >
      {places.map((place, index) => {
        // The front place, last in the list, is the newest book's.
        const cover = covers[places.length - 1 - index];
        return (
          cover && (
            <div key={cover.id} className={`absolute w-[29%] origin-top ${place}`}>
              <Cover
                picture={cover.image}
                alt=""
                sizes="(width >= 1024px) 174px, 29vw"
                seed={cover.id}
                title={cover.name}
                eager
              />
            </div>
          )
        );
      })}
      <svg className="absolute inset-x-0 bottom-0 block h-auto w-full" viewBox="0 0 600 326" aria-hidden="true">
        <path d="M0 0H600V236L300 326L0 236Z" fill="var(--cb-band)" />
        <path d="M0 0H600V52H0Z" fill="var(--cb-band-deep)" opacity=".45" />
        <path
          d="M0 40H600M0 50H600M16 66V225L300 310L584 225V66"
          fill="none"
          stroke="var(--cb-spot)"
          strokeWidth="2.200"
          strokeDasharray="11 7"
          strokeLinecap="round"
        />
        <circle cx="16" cy="24" r="6" fill="var(--cb-spot)" />
        <circle cx="584" cy="24" r="6" fill="var(--cb-spot)" />
      </svg>
      <p
        className={`figures absolute ${places.length > 0 ? 'bottom-[17%]' : 'bottom-[29%]'} left-1/2 w-max max-w-full -translate-x-1/2 bg-spot text-center px-6 pt-[0.8rem] pb-3 font-serif text-[clamp(1.0625rem,0.9rem+0.8vw,1.375rem)] leading-[1.25] font-semibold tracking-[-0.01em] text-on-spot before:absolute before:inset-x-1.5 before:inset-y-[5px] before:border-[1.6px] before:border-dashed before:border-[#83400f] before:opacity-75`}
      >
        {label}
      </p>
    </div>
  );
}

interface HeroProps {
  readonly covers: readonly HeroCover[];
  readonly words: Pick<ShopWords, 'hero_title' | 'hero_lead'>;
  /** With the cheapest price. */
  readonly facts: WordFacts;
}

/** First screen: words on the left, the pocket with the newest covers on the right. */
export function Hero({ covers, words, facts }: HeroProps) {
  return (
    <section id="inicio" className="overflow-hidden pt-[clamp(1.75rem,4vw,4rem)]">
      <div className="wrap grid grid-cols-1 gap-8 lg:grid-cols-2 lg:items-end">
        <div className="lg:pb-30">
          <h1 className="type-4 max-w-[9.6em]">
            <MarkedText text={fillWords(words.hero_title, facts)} />
          </h1>
          <p className="mt-5 max-w-[34em] text-[clamp(1.0625rem,1rem+0.3vw,1.25rem)] leading-[1.6] text-ink-2">
            <MarkedText text={fillWords(words.hero_lead, facts)} />
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <a href="#libros" className={buttonClass({ variant: 'primary', size: 'large' })}>
              {t.seeBooks}
            </a>
            <a href="#como" className={buttonClass({ size: 'large' })}>
              {t.howItWorks}
            </a>
          </div>
        </div>
        <HeroCovers covers={covers} label={t.booksFrom(facts.from ?? '')} />
      </div>
    </section>
  );
}

/**
 * 'Empezar a leer' on phones, only while the hero is out of sight: it sticks to the foot of a box that begins one
 * screen below the content before it, so that no script has to watch.
 */
export function FloatingStart() {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-[100dvh] bottom-0 z-30 flex items-end justify-end p-5 lg:hidden print:hidden">
      <a
        href="#libros"
        className={`${buttonClass({ variant: 'primary', size: 'large' })} pointer-events-auto sticky bottom-5 shadow-modal`}
      >
        <BookOpen aria-hidden="true" />
        {t.startReading}
      </a>
    </div>
  );
}
