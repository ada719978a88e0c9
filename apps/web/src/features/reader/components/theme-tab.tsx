import { ChevronDown } from 'lucide-react';
import { readerTexts as t } from '../texts.ts';
import type { ThemeChange } from '../theme-store.ts';
import {
  fontFamilies,
  type FontFamily,
  fontSizes,
  lineHeights,
  type SavedTheme,
  themeColours,
  type ThemeName,
  themeNames,
} from '../themes.ts';
import { Choice, Labelled, segment, segments } from './theme-controls.tsx';
import { ThemeExtras } from './theme-extras.tsx';

interface ThemeTabProps {
  readonly theme: SavedTheme;
  readonly onChange: (change: ThemeChange) => void;
}

/** Theme, size, line spacing and face, then our own. */
export function ThemeTab({ theme, onChange }: ThemeTabProps) {
  return (
    <div className="grid gap-5 pt-[18px]">
      <Swatches current={theme.name} onChange={(name) => onChange({ name })} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextSize size={Number(theme.fontSize)} onChange={(size) => onChange({ fontSize: String(size) })} />
        <Choice
          label={t.lineSpacing}
          options={lineHeights.map((lineHeight) => ({ value: lineHeight, label: lineHeight }))}
          value={theme.lineHeight}
          onChange={(lineHeight) => onChange({ lineHeight })}
        />
      </div>
      <Labelled label={t.fontFamily}>
        <div className="relative">
          <select
            aria-label={t.fontFamily}
            value={theme.fontFamily}
            onChange={(event) => onChange({ fontFamily: event.target.value as FontFamily })}
            className="min-h-12 w-full appearance-none rounded-2 border border-(--rd-muted) bg-(--rd-chrome) py-2 pr-10 pl-3.5 text-base"
          >
            {(Object.keys(fontFamilies) as FontFamily[]).map((name) => (
              <option key={name} value={name} style={name === 'auto' ? {} : { fontFamily: fontFamilies[name] }}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-3.5 right-3 size-5" />
        </div>
      </Labelled>
      <ThemeExtras theme={theme} onChange={onChange} />
    </div>
  );
}

function Swatches({
  current,
  onChange,
}: {
  readonly current: ThemeName;
  readonly onChange: (name: ThemeName) => void;
}) {
  return (
    <fieldset aria-label={t.theme} className="grid min-w-0 grid-cols-5 gap-2">
      {themeNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === current}
          onClick={() => onChange(name)}
          className="group grid justify-items-center gap-1.5 text-[0.75rem] leading-4 aria-pressed:font-bold"
        >
          <i
            aria-hidden="true"
            className="grid h-13 w-full place-items-center rounded-2 border border-(--rd-muted) font-serif text-[1.25rem] leading-none font-medium outline-offset-2 outline-(--rd-text) group-aria-pressed:outline-[2.5px]"
            style={themeColours[name]}
          >
            Aa
          </i>
          {t.themes[name]}
        </button>
      ))}
    </fieldset>
  );
}

function TextSize({ size, onChange }: { readonly size: number; readonly onChange: (size: number) => void }) {
  const { smallest, largest, step } = fontSizes;
  return (
    <Labelled label={t.textSize}>
      <fieldset aria-label={t.textSize} className={`${segments} grid-cols-3`}>
        <button
          type="button"
          aria-label={t.smaller}
          disabled={size <= smallest}
          onClick={() => onChange(Math.max(smallest, size - step))}
          className={segment}
        >
          A-
        </button>
        <span aria-live="polite" className="grid place-items-center border-l border-(--rd-line)">
          {size}
        </span>
        <button
          type="button"
          aria-label={t.larger}
          disabled={size >= largest}
          onClick={() => onChange(Math.min(largest, size + step))}
          className={`${segment} text-[1.125rem]`}
        >
          A+
        </button>
      </fieldset>
    </Labelled>
  );
}
