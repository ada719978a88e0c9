import type { Reader } from '@cuentos/epub/render/reader';
import { engineTheme } from '../features/reading/themes/engine-theme.ts';
import {
  cleanTheme,
  fontSizes,
  highlightColours,
  lineHeights,
  type SavedTheme,
  themeColours,
  themeNames,
} from '../features/reading/themes/themes.ts';
import { offeredColours } from '../features/highlights/texts.ts';
import { button, element } from './element.ts';
import type { NoteStore } from './note-store.ts';
import { exportedTexts as texts } from './texts.ts';

/** Appearance of pages: the reader's settings in the shop with the changes made here. */
export class Appearance {
  readonly #store: NoteStore;
  #theme: SavedTheme;

  constructor(store: NoteStore) {
    this.#store = store;
    const { settings } = store.state;
    const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.#theme = cleanTheme(settings ?? { name: prefersDark ? 'dark' : 'white' });
    this.#dress();
  }

  /** The theme in the engine's terms, for the current page. */
  engineTheme(host: HTMLElement) {
    return engineTheme(this.#theme, host.clientWidth);
  }

  /** Applies every later change to the page too. */
  attach(reader: Reader, host: HTMLElement): void {
    this.#onChange = () => reader.setTheme(this.engineTheme(host));
    // The engine follows the size by itself; the margins of a column are the theme's.
    addEventListener('resize', this.#onChange);
  }

  /** Builds the controls of the sheet 'Aspecto'. */
  controls(): Node {
    const sheet = element('div', { class: 'look' });
    const draw = (): void => sheet.replaceChildren(...this.#groups(draw));
    draw();
    return sheet;
  }

  #onChange = (): void => {};

  #groups(redraw: () => void): HTMLElement[] {
    const choose = (change: Partial<SavedTheme>, focused: string): void => {
      this.#change(change);
      redraw();
      document.querySelector<HTMLElement>(`[data-choice="${focused}"]`)?.focus();
    };
    const choice = (label: string, key: string, isOn: boolean, change: Partial<SavedTheme>): HTMLButtonElement =>
      button(label, () => choose(change, key), { class: 'choice', 'aria-pressed': String(isOn), 'data-choice': key });
    const { name, fontFamily, lineHeight } = this.#theme;
    const themes = themeNames.map((theme) => {
      const made = choice(texts.themes[theme], theme, name === theme, { name: theme });
      made.style.background = themeColours[theme].background;
      made.style.color = themeColours[theme].color;
      return made;
    });
    const faces = (['auto', 'sans-serif'] as const).map((face) =>
      choice(texts.faces[face], `face-${face}`, fontFamily === face, { fontFamily: face }),
    );
    const lines = lineHeights.map((height) =>
      choice(height.replace('.', ','), `lines-${height}`, lineHeight === height, { lineHeight: height }),
    );
    return [
      group(texts.theme, ...themes),
      group(texts.size, ...this.#sizeButtons(choose)),
      group(texts.face, ...faces),
      group(texts.lines, ...lines),
    ];
  }

  #sizeButtons(choose: (change: Partial<SavedTheme>, focused: string) => void): HTMLElement[] {
    const size = Number(this.#theme.fontSize);
    const to = (next: number) => ({
      fontSize: String(Math.min(fontSizes.largest, Math.max(fontSizes.smallest, next))),
    });
    return [
      button('A−', () => choose(to(size - fontSizes.step), 'smaller'), {
        class: 'choice',
        'aria-label': texts.smaller,
        'data-choice': 'smaller',
      }),
      element('output', {}, String(size)),
      button('A+', () => choose(to(size + fontSizes.step), 'larger'), {
        class: 'choice',
        'aria-label': texts.larger,
        'data-choice': 'larger',
      }),
    ];
  }

  #change(change: Partial<SavedTheme>): void {
    this.#theme = cleanTheme({ ...this.#theme, ...change });
    this.#store.setSettings({ ...this.#theme });
    this.#dress();
    this.#onChange();
  }

  /** Gives the bars and sheets the colours of the theme. */
  #dress(): void {
    const { name } = this.#theme;
    const { style } = document.documentElement;
    style.setProperty('--page', themeColours[name].background);
    style.setProperty('--ink', themeColours[name].color);
    style.colorScheme = name === 'dark' ? 'dark' : 'light';
    for (const { id } of offeredColours) style.setProperty(`--hl-${id}`, highlightColours(name)[id] ?? '');
  }
}

function group(label: string, ...controls: readonly HTMLElement[]): HTMLElement {
  const row = element('div', { class: 'choices', role: 'group', 'aria-label': label }, ...controls);
  return element('section', {}, element('h3', {}, label), row);
}
