import { BookOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { buttonClass } from '../../../ui/button-class.ts';
import { storefrontTexts as t } from '../texts.ts';

/** 'Empezar a leer' on phones, only while the hero is out of sight. */
export function FloatingStart({ heroId }: { readonly heroId: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const hero = document.getElementById(heroId);
    if (!hero || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === false));
    observer.observe(hero);
    return () => observer.disconnect();
  }, [heroId]);
  if (!shown) return null;
  return (
    <a
      href="#libros"
      className={`${buttonClass({ variant: 'primary', size: 'large' })} fixed right-5 bottom-5 z-30 shadow-modal motion-safe:animate-[fade-in_200ms] lg:hidden`}
    >
      <BookOpen aria-hidden="true" />
      {t.startReading}
    </a>
  );
}
