import { Button } from '../../../ui/button.tsx';
import { consentTexts as t } from './consent-texts.ts';

interface ConsentBannerProps {
  readonly onAccept: () => void;
  readonly onRefuse: () => void;
}

/** A small question at the foot; both answers look the same and are one tap away. */
export function ConsentBanner({ onAccept, onRefuse }: ConsentBannerProps) {
  return (
    <section
      aria-label={t.bannerLabel}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-sheet shadow-modal motion-safe:animate-[fade-in_200ms]"
    >
      <div className="wrap grid gap-3 py-4 md:flex md:items-center md:gap-8">
        <p className="text-sm text-ink-2">
          {t.question} {/* The banner stands outside the router: a plain link. */}
          <a href="/privacy-policy" className="link">
            {t.more}
          </a>
        </p>
        <div className="grid shrink-0 grid-cols-2 gap-2 md:ml-auto">
          <Button onClick={onRefuse}>{t.refuse}</Button>
          <Button onClick={onAccept}>{t.accept}</Button>
        </div>
      </div>
    </section>
  );
}
