import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Bookmarks } from '../../bookmarks/bookmarks.ts';
import { readContents } from '../chapters.ts';
import { defaultTheme, type SavedTheme } from '../themes/themes.ts';
import { QuickTheme } from '../themes/theme-tab.tsx';
import { SectionsTab } from './sections-tab.tsx';
import { SettingsPanel } from './settings-panel.tsx';

afterEach(cleanup);

function openPanel(changes: Partial<ComponentProps<typeof SettingsPanel>> = {}) {
  const onTheme = vi.fn();
  const panel = (theme: SavedTheme) => (
    <SettingsPanel
      open
      sections={<p>los capítulos</p>}
      highlights={<p>los resaltados</p>}
      highlightCount={0}
      theme={theme}
      onClose={() => {}}
      onTheme={onTheme}
      {...changes}
    />
  );
  const { rerender } = render(panel(defaultTheme));
  return {
    onTheme,
    show: (theme: Partial<SavedTheme>) => rerender(panel({ ...defaultTheme, ...theme })),
    close: () => rerender(<SettingsPanel {...panel(defaultTheme).props} open={false} />),
  };
}
const tab = (name: string | RegExp) => screen.getByRole('tab', { name });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('the settings panel', () => {
  it('has three tabs, the first one open, and arrow keys move between them', () => {
    openPanel();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Secciones',
      'Resaltados',
      'Tema',
    ]);
    expect(screen.getByText('los capítulos')).toBeDefined();
    fireEvent.keyDown(tab('Secciones'), { key: 'ArrowRight' });
    expect(tab('Resaltados').getAttribute('aria-selected')).toBe('true');
    expect(screen.getByText('los resaltados')).toBeDefined();
    fireEvent.keyDown(tab('Resaltados'), { key: 'ArrowLeft' });
    fireEvent.keyDown(tab('Secciones'), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(tab('Tema'));
  });

  it('gives the focus back when it is closed, unless it has gone elsewhere', () => {
    for (const stays of [false, true]) {
      const title = document.body.appendChild(document.createElement('button'));
      const other = document.body.appendChild(document.createElement('button'));
      title.focus();
      const { close } = openPanel();
      expect(document.activeElement).toBe(tab('Secciones'));
      if (stays) other.focus();
      close();
      expect(document.activeElement).toBe(stays ? other : title);
      cleanup();
    }
  });

  it("'Resaltados' has a badge with the number of highlights", () => {
    openPanel({ highlightCount: 12 });
    expect(tab(/^Resaltados/).textContent).toBe('Resaltados12');
  });

  it('has no tab of highlights where highlighting is impossible', () => {
    openPanel({ highlights: null });
    expect(screen.getAllByRole('tab')).toHaveLength(2);
  });
});

describe("'Tema'", () => {
  it('offers five themes in their colours', () => {
    const { onTheme } = openPanel();
    fireEvent.click(tab('Tema'));
    const themes = within(screen.getByRole('group', { name: 'Tema' })).getAllByRole('button');
    const looks = themes.map((button) => button.querySelector('i')?.style.background.toUpperCase());
    expect(looks).toEqual(['#FFFFFF', '#F4E1C1', '#DFFFE0', '#EAEAEA', '#121212']);
    for (const each of themes) fireEvent.click(each);
    expect(onTheme.mock.calls).toEqual(['white', 'sephia', 'green', 'gray', 'dark'].map((name) => [{ name }]));
  });

  it('changes the text by 2, between 14 and 50', () => {
    const { onTheme, show } = openPanel();
    fireEvent.click(tab('Tema'));
    press(/^A\+/);
    press(/^A-/);
    expect(onTheme.mock.calls).toEqual([[{ fontSize: '18' }], [{ fontSize: '14' }]]);
    show({ fontSize: '14' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^A-/ }).disabled).toBe(true);
    show({ fontSize: '50' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^A\+/ }).disabled).toBe(true);
  });

  it('offers four line spacings and the families in their order', () => {
    const { onTheme } = openPanel();
    fireEvent.click(tab('Tema'));
    const spacings = within(screen.getByRole('group', { name: 'Interlineado' })).getAllByRole('button');
    expect(spacings.map(({ textContent }) => textContent)).toEqual(['1', '1.5', '2', '3']);
    fireEvent.click(spacings[3] as HTMLElement);
    expect(onTheme).toHaveBeenLastCalledWith({ lineHeight: '3' });
    const families = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tipo de letra' });
    expect([...families.options].map(({ value }) => value)).toEqual([
      'auto',
      'monospace',
      'sans-serif',
      'system-ui',
      'Helvetica',
      'Courier New',
      'Poppins',
      'Nunito',
      // Kept difference: ninth-font.
      'Atkinson Hyperlegible',
    ]);
    fireEvent.change(families, { target: { value: 'Nunito' } });
    expect(onTheme).toHaveBeenLastCalledWith({ fontFamily: 'Nunito' });
  });
});

describe("'Secciones'", () => {
  const contents = readContents([
    { title: 'Antes de la niebla', href: 'a.xhtml', children: [] },
    {
      title: 'El cumpleaños',
      href: 'b.xhtml',
      children: [
        {
          title: 'Nueve velas',
          href: 'b.xhtml#velas',
          children: [{ title: 'Tercer nivel', href: 'b.xhtml#x', children: [] }],
        },
      ],
    },
    { title: 'Sin lugar', href: null, children: [] },
  ]);
  const noBookmarks = { subscribe: () => () => {}, snapshot: () => state } as unknown as Bookmarks;
  const state = { list: [], here: null };

  function open(current: string | null, rows = contents) {
    const onJump = vi.fn();
    render(
      <SectionsTab
        contents={rows}
        current={rows.chapterAt(current)}
        open
        bookmarks={noBookmarks}
        onJump={onJump}
        onBookmark={() => {}}
        onListen={() => {}}
        theme="gray"
        onTheme={() => {}}
      />,
    );
    return onJump;
  }

  it('lists chapters and one level below, less prominent; the current one stands out; a tap goes there', () => {
    const onJump = open('b.xhtml#velas');
    const rows = within(screen.getByRole('list')).getAllByRole<HTMLButtonElement>('button');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Antes de la niebla',
      'El cumpleaños',
      'Nueve velasEstás aquí',
      'Sin lugar',
    ]);
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, null, 'true', null]);
    expect(rows[2]?.className).toContain('pl-5');
    expect(rows[1]?.className).not.toContain('pl-5');
    expect(rows[3]?.disabled).toBe(true);
    fireEvent.click(rows[1] as HTMLElement);
    expect(onJump).toHaveBeenCalledWith('b.xhtml');
  });

  it('says so when the book has no contents', () => {
    open(null, readContents([]));
    expect(screen.getByText('Este libro no trae un índice.')).toBeDefined();
  });
});

it.each([
  ['white', 'Cambiar al tema oscuro', 'dark'],
  ['sephia', 'Cambiar al tema oscuro', 'dark'],
  ['dark', 'Cambiar al tema blanco', 'white'],
] as const)('the quick selector has white and dark only: from %s', (theme, name, next) => {
  const onTheme = vi.fn();
  render(<QuickTheme theme={theme} onTheme={onTheme} />);
  press(name);
  expect(onTheme.mock.calls).toEqual([[next]]);
});
