import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { themeTexts as t } from '../theme-texts.ts';
import type { ThemeName } from '../themes.ts';

interface QuickThemeProps {
  readonly theme: ThemeName;
  readonly onTheme: (name: ThemeName) => void;
}

/** The quick selector: it knows white and dark only. */
export function QuickTheme({ theme, onTheme }: QuickThemeProps) {
  const next = theme === 'dark' ? 'white' : 'dark';
  return <IconButton label={t.quick[next]} icon={next === 'dark' ? <Moon /> : <Sun />} onClick={() => onTheme(next)} />;
}
