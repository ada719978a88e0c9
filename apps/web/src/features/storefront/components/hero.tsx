import { author } from '../../../lib/author.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { storefrontTexts as t } from '../texts.ts';
import { HeroPocket, type HeroCover } from './hero-pocket.tsx';

interface HeroProps {
  readonly covers: readonly HeroCover[];
  /** Cheapest price, ready to show. */
  readonly price: string;
}

/** First screen: words at the left, the pocket with the newest covers at the right. */
export function Hero({ covers, price }: HeroProps) {
  return (
    <section id="inicio" className="overflow-hidden pt-[clamp(1.75rem,4vw,4rem)]">
      <div className="wrap grid gap-8 lg:grid-cols-2 lg:items-end">
        <div className="lg:pb-30">
          <h1 className="type-4 max-w-[9.6em]">{t.heroTitle}</h1>
          <p className="mt-5 max-w-[34em] text-[clamp(1.0625rem,1rem+0.3vw,1.25rem)] leading-[1.6] text-ink-2">
            {t.heroLead(author.name)}
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
        <HeroPocket covers={covers} label={t.booksFrom(price)} />
      </div>
    </section>
  );
}
