import { storefrontTexts as t } from '../texts.ts';

/** First stop of the keyboard. */
export function SkipLink() {
  return (
    <a
      href="#contenido"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30 focus:rounded-2 focus:bg-sheet focus:px-4 focus:py-3 focus:font-semibold"
    >
      {t.skip}
    </a>
  );
}
