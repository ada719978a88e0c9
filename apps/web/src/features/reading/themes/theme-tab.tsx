import { ChevronDown, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { panelTexts as t } from '../panel-texts.ts';
import { useIsWide } from '../use-is-wide.ts';
import { themeTexts } from './texts.ts';
import {
  alignments,
  defaultTheme,
  flows,
  fontFamilies,
  type FontFamily,
  fontSizes,
  letterSpacings,
  lineHeights,
  margins,
  type SavedTheme,
  spreads,
  type ThemeChange,
  themeColours,
  type ThemeName,
  themeNames,
  wordSpacings,
} from './themes.ts';

/** A control with its name above; a screen reader hears the name with the control. */
function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <p aria-hidden="true" className="mb-2 text-[0.8125rem] leading-[1.1rem] font-semibold text-(--rd-muted)">
        {label}
      </p>
      {children}
    </div>
  );
}

/** Frame and fields of a row with one choice. */
const segments = 'figures grid min-w-0 overflow-hidden rounded-2 border border-(--rd-muted)';
const segment =
  'min-h-[46px] border-l border-(--rd-line) text-[0.9375rem] font-semibold first:border-l-0 disabled:text-(--rd-muted) aria-pressed:bg-(--rd-text) aria-pressed:text-(--rd-chrome) focus-visible:[box-shadow:inset_0_0_0_2px_var(--rd-text),inset_0_0_0_4px_var(--rd-chrome)]';

const columns = { 2: 'grid-cols-2', 3: 'grid-cols-3', 4: 'grid-cols-4' } as const;

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice of a few, side by side. Four have room for words of six letters in the narrowest window. */
function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const count = Math.min(4, Math.max(2, options.length)) as keyof typeof columns;
  return (
    <Labelled label={label}>
      <fieldset aria-label={label} className={`${segments} ${columns[count]}`}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
            className={segment}
          >
            {option.label}
          </button>
        ))}
      </fieldset>
    </Labelled>
  );
}

interface ThemeExtrasProps {
  readonly theme: SavedTheme;
  readonly onChange: (change: ThemeChange) => void;
}

const named = <Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: names[value] }));

/** Settings beyond theme, size, spacing and family: folded until they are opened. */
function ThemeExtras({ theme, onChange }: ThemeExtrasProps) {
  return (
    <details className="group border-t border-(--rd-line)">
      <summary className="flex min-h-12 list-none items-center justify-between text-[0.9375rem] font-semibold [&::-webkit-details-marker]:hidden">
        {themeTexts.more}
        <ChevronDown
          aria-hidden="true"
          className="size-5 transition-transform duration-(--cb-dur-ui) group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-5 pt-2">
        <Choice
          label={themeTexts.alignment}
          options={named(alignments, themeTexts.alignments)}
          value={theme.alignment}
          onChange={(alignment) => onChange({ alignment })}
        />
        <Switch
          label={themeTexts.hyphens}
          hint={themeTexts.hyphensHint}
          on={theme.hyphens === 'on'}
          onChange={(on) => onChange({ hyphens: on ? 'on' : 'off' })}
        />
        <Switch
          label={themeTexts.softPictures}
          hint={themeTexts.softPicturesHint}
          on={theme.softPictures === 'on'}
          onChange={(on) => onChange({ softPictures: on ? 'on' : 'off' })}
        />
        <Choice
          label={themeTexts.margin}
          options={named(margins, themeTexts.margins)}
          value={theme.marginLeft}
          onChange={(margin) => onChange({ marginLeft: margin, marginRight: margin })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Choice
            label={themeTexts.letterSpacing}
            options={named(letterSpacings, themeTexts.letterSpacings)}
            value={theme.letterSpacing}
            onChange={(letterSpacing) => onChange({ letterSpacing })}
          />
          <Choice
            label={themeTexts.wordSpacing}
            options={named(wordSpacings, themeTexts.wordSpacings)}
            value={theme.wordSpacing}
            onChange={(wordSpacing) => onChange({ wordSpacing })}
          />
        </div>
        <Paging theme={theme} onChange={onChange} />
        <Button className="justify-self-start" onClick={() => onChange(defaultTheme)}>
          {themeTexts.reset}
        </Button>
      </div>
    </details>
  );
}

/** Pages or one long column; where two columns fit, their number. */
function Paging({ theme, onChange }: ThemeExtrasProps) {
  const isWide = useIsWide();
  return (
    <>
      <Choice
        label={themeTexts.flow}
        options={named(flows, themeTexts.flows)}
        value={theme.flow}
        onChange={(flow) => onChange({ flow })}
      />
      {isWide && theme.flow === 'paginated' && (
        <Choice
          label={themeTexts.spread}
          options={named(spreads, themeTexts.spreads)}
          value={theme.spread}
          onChange={(spread) => onChange({ spread })}
        />
      )}
    </>
  );
}

interface ThemeTabProps {
  readonly theme: SavedTheme;
  readonly onChange: (change: ThemeChange) => void;
}

/** Theme, size, line spacing and font, then 'Más ajustes'. */
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
    <fieldset aria-label={t.theme} className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(2.8rem,1fr))] gap-2">
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

interface QuickThemeProps {
  readonly theme: ThemeName;
  readonly onTheme: (name: ThemeName) => void;
}

/** The quick selector, with white and dark only. */
export function QuickTheme({ theme, onTheme }: QuickThemeProps) {
  const next = theme === 'dark' ? 'white' : 'dark';
  return (
    <IconButton
      label={themeTexts.quick[next]}
      icon={next === 'dark' ? <Moon /> : <Sun />}
      onClick={() => onTheme(next)}
    />
  );
}
