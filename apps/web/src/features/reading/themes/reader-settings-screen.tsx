import { useEffect, useState } from 'react';
import { useStoreName } from '../../../lib/page-data.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { SignedInFrame } from '../../site/page-frames.tsx';
import { PrivateMeta } from '../../site/page-meta.tsx';
import { appTexts } from '../../site/app-texts.ts';
import { bookFace, fontFaces } from './font-faces.ts';
import { ThemeTab } from './theme-tab.tsx';
import { fetchSettings, isSetApart, onSettingsShared, setApart, shareChange } from './shared-settings.ts';
import { fontFamilies, loadTheme, type SavedTheme, saveTheme, type ThemeChange } from './themes.ts';
import { allowZoom } from './allow-zoom.ts';
import { DictionarySettings } from './dictionary-settings.tsx';
import { isZoomAllowed } from './zoom-preference.ts';
import { readerSettingsTexts } from './settings-texts.ts';

/** The reader's controls in the page's colours: their own are the theme's. The sample page covers none of them. */
const controls =
  'max-lg:[&_:is(button,select)]:scroll-mt-84 [--rd-text:var(--cb-ink)] [--rd-muted:var(--cb-ink-3)] [--rd-line:var(--cb-line)] [--rd-chrome:var(--cb-sheet)]';

/** 'Configuración del lector': stored on this device at once, with a sample page. */
export function ReaderSettingsScreen() {
  const store = useStoreName();
  const [theme, setTheme] = useState(loadTheme);
  const [zoom, setZoom] = useState(isZoomAllowed);
  const [isApart, setIsApart] = useState(isSetApart);
  useEffect(() => {
    void fetchSettings();
    return onSettingsShared(() => {
      setTheme(loadTheme());
      setIsApart(isSetApart());
    });
  }, []);
  const changeTheme = (change: ThemeChange) => {
    const next = saveTheme(theme, change);
    void shareChange(theme, next);
    setTheme(next);
  };
  const changeZoom = (allowed: boolean) => {
    allowZoom(allowed);
    setZoom(allowed);
  };
  return (
    <SignedInFrame>
      <PrivateMeta title={appTexts.titled(readerSettingsTexts.title, store)} />
      <div className="pt-3 pb-24">
        <BackLink to="/user-settings">{readerSettingsTexts.backToProfile}</BackLink>
        <h1 className="type-3 mt-4">{readerSettingsTexts.title}</h1>
        <p className="mt-2 mb-7 text-ink-2">{readerSettingsTexts.lead}</p>
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_440px] lg:items-start lg:gap-20">
          <SamplePage theme={theme} />
          <div className={`grid gap-7 ${controls}`}>
            <div>
              <p aria-hidden="true" className="-mb-2.5 text-xs font-semibold text-ink-3">
                {readerSettingsTexts.theme}
              </p>
              <ThemeTab theme={theme} onChange={changeTheme} />
            </div>
            <div className="grid gap-4 border-t border-line pt-5">
              <Switch
                label={readerSettingsTexts.apart}
                hint={readerSettingsTexts.apartHint}
                on={isApart}
                onChange={(next) => void setApart(next)}
              />
              <Switch
                label={readerSettingsTexts.allowZoom}
                hint={readerSettingsTexts.allowZoomHint}
                on={zoom}
                onChange={changeZoom}
              />
            </div>
            <DictionarySettings />
          </div>
        </div>
      </div>
    </SignedInFrame>
  );
}

/** A piece of a page in the theme; it stays visible while a phone scrolls through the controls. */
function SamplePage({ theme }: { readonly theme: SavedTheme }) {
  return (
    <figure
      aria-label={readerSettingsTexts.preview}
      className="sticky top-16 z-1 -mx-1 bg-paper px-1 pt-1 pb-2 lg:top-24"
    >
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
        <p className="mb-[0.5em] text-center text-[1.25em] leading-[1.3] font-semibold">
          {readerSettingsTexts.sampleChapter}
        </p>
        {readerSettingsTexts.sample.map((paragraph) => (
          <p key={paragraph} lang="es" className="[text-indent:1.25em]">
            {paragraph}
          </p>
        ))}
      </div>
    </figure>
  );
}
