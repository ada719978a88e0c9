import { useState } from 'react';
import { ThemeTab } from '../features/reader/components/theme-tab.tsx';
import { bookFace, fontFaces } from '../features/reader/font-faces.ts';
import { loadTheme, saveTheme } from '../features/reader/theme-store.ts';
import { fontFamilies, type SavedTheme } from '../features/reader/themes.ts';
import { useStoreName } from '../lib/store-name.ts';
import { allowZoom, isZoomAllowed } from '../lib/zoom-preference.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Switch } from '../ui/switch.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { readerSettingsTexts as t } from './reader-settings-texts.ts';
import { SignedInFrame } from './signed-in-frame.tsx';
import { appTexts } from './texts.ts';

/** The reader's controls in the page's own colours: theirs are the theme's. None hides behind the sample page. */
const controls =
  'max-lg:[&_:is(button,select)]:scroll-mt-84 [--rd-text:var(--cb-ink)] [--rd-muted:var(--cb-ink-3)] [--rd-line:var(--cb-line)] [--rd-chrome:var(--cb-sheet)]';

/** 'Configuración del lector': kept on this device at once, with a page to see it on. */
export function ReaderSettingsScreen() {
  const store = useStoreName();
  const [theme, setTheme] = useState(loadTheme);
  const [zoom, setZoom] = useState(isZoomAllowed);
  const changeZoom = (allowed: boolean) => {
    allowZoom(allowed);
    setZoom(allowed);
  };
  return (
    <SignedInFrame>
      <PrivateMeta title={appTexts.titled(t.title, store)} />
      <div className="pt-3 pb-24">
        <BackLink to="/user-settings">{t.backToProfile}</BackLink>
        <h1 className="type-3 mt-4">{t.title}</h1>
        <p className="mt-2 mb-7 text-ink-2">{t.lead}</p>
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_440px] lg:items-start lg:gap-20">
          <SamplePage theme={theme} />
          <div className={`grid gap-7 ${controls}`}>
            <div>
              <p aria-hidden="true" className="-mb-2.5 text-xs font-semibold text-ink-3">
                {t.theme}
              </p>
              <ThemeTab theme={theme} onChange={(change) => setTheme(saveTheme(theme, change))} />
            </div>
            <div className="border-t border-line pt-5">
              <Switch label={t.allowZoom} hint={t.allowZoomHint} on={zoom} onChange={changeZoom} />
            </div>
          </div>
        </div>
      </div>
    </SignedInFrame>
  );
}

/** A piece of a page with the theme on it; stays in sight while a phone scrolls through the controls. */
function SamplePage({ theme }: { readonly theme: SavedTheme }) {
  return (
    <figure aria-label={t.preview} className="sticky top-16 z-1 -mx-1 bg-paper px-1 pt-1 pb-2 lg:top-24">
      <style href="reader-faces" precedence="low">
        {fontFaces(location.origin)}
      </style>
      <div
        className="h-[min(28dvh,240px)] overflow-hidden rounded-2 border border-line py-6 transition-colors duration-(--cb-dur-theme) lg:h-[min(62dvh,560px)] lg:py-10"
        style={{
          background: theme.background,
          color: theme.color,
          fontFamily: theme.fontFamily === 'auto' ? bookFace : fontFamilies[theme.fontFamily],
          fontSize: `${theme.fontSize}px`,
          lineHeight: theme.lineHeight,
          letterSpacing: `${theme.letterSpacing}em`,
          wordSpacing: `${theme.wordSpacing}em`,
          textAlign: theme.alignment === 'justify' ? 'justify' : 'start',
          hyphens: theme.hyphens === 'on' ? 'auto' : 'manual',
          paddingInline: theme.marginLeft,
        }}
      >
        <p className="mb-[0.5em] text-center text-[1.25em] leading-[1.3] font-semibold">{t.sampleChapter}</p>
        {t.sample.map((paragraph) => (
          <p key={paragraph} lang="es" className="[text-indent:1.25em]">
            {paragraph}
          </p>
        ))}
      </div>
    </figure>
  );
}
