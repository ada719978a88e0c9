import { ChevronDown } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { themeTexts as t } from '../theme-texts.ts';
import type { ThemeChange } from '../theme-store.ts';
import {
  alignments,
  defaultTheme,
  flows,
  letterSpacings,
  margins,
  type SavedTheme,
  spreads,
  wordSpacings,
} from '../themes.ts';
import { useIsWide } from '../use-is-wide.ts';
import { Choice } from './theme-controls.tsx';

interface ThemeExtrasProps {
  readonly theme: SavedTheme;
  readonly onChange: (change: ThemeChange) => void;
}

const named = <Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: names[value] }));

/** What goes beyond theme, size, spacing and family: folded away until it is looked for. */
export function ThemeExtras({ theme, onChange }: ThemeExtrasProps) {
  return (
    <details className="group border-t border-(--rd-line)">
      <summary className="flex min-h-12 list-none items-center justify-between text-[0.9375rem] font-semibold [&::-webkit-details-marker]:hidden">
        {t.more}
        <ChevronDown
          aria-hidden="true"
          className="size-5 transition-transform duration-(--cb-dur-ui) group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-5 pt-2">
        <Choice
          label={t.alignment}
          options={named(alignments, t.alignments)}
          value={theme.alignment}
          onChange={(alignment) => onChange({ alignment })}
        />
        <Switch
          label={t.hyphens}
          hint={t.hyphensHint}
          on={theme.hyphens === 'on'}
          onChange={(on) => onChange({ hyphens: on ? 'on' : 'off' })}
        />
        <Choice
          label={t.margin}
          options={named(margins, t.margins)}
          value={theme.marginLeft}
          onChange={(margin) => onChange({ marginLeft: margin, marginRight: margin })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Choice
            label={t.letterSpacing}
            options={named(letterSpacings, t.letterSpacings)}
            value={theme.letterSpacing}
            onChange={(letterSpacing) => onChange({ letterSpacing })}
          />
          <Choice
            label={t.wordSpacing}
            options={named(wordSpacings, t.wordSpacings)}
            value={theme.wordSpacing}
            onChange={(wordSpacing) => onChange({ wordSpacing })}
          />
        </div>
        <Paging theme={theme} onChange={onChange} />
        <Button className="justify-self-start" onClick={() => onChange(defaultTheme)}>
          {t.reset}
        </Button>
      </div>
    </details>
  );
}

/** Pages or one long column; where two columns fit, how many. */
function Paging({ theme, onChange }: ThemeExtrasProps) {
  const isWide = useIsWide();
  return (
    <>
      <Choice
        label={t.flow}
        options={named(flows, t.flows)}
        value={theme.flow}
        onChange={(flow) => onChange({ flow })}
      />
      {isWide && theme.flow === 'paginated' && (
        <Choice
          label={t.spread}
          options={named(spreads, t.spreads)}
          value={theme.spread}
          onChange={(spread) => onChange({ spread })}
        />
      )}
    </>
  );
}
