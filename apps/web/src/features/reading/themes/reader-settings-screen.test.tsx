import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isZoomAllowed } from './zoom-preference.ts';
import { ReaderSettingsScreen } from './reader-settings-screen.tsx';

const open = () =>
  render(
    <MemoryRouter>
      <ReaderSettingsScreen />
    </MemoryRouter>,
  );
const saved = () => JSON.parse(localStorage.getItem('actualTheme') ?? 'null') as Record<string, string> | null;
const page = () => screen.getByRole('figure').querySelector<HTMLElement>('div')?.style;
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('starts with the default and saves nothing without a change', () => {
  open();
  expect(page()?.fontSize).toBe('16px');
  expect(page()?.lineHeight).toBe('1.5');
  expect(saved()).toBeNull();
});

it.each([
  ['Blanco', 'white', '#FFFFFF', '#000000'],
  ['Sepia', 'sephia', '#F4E1C1', '#5B4636'],
  ['Verde', 'green', '#DFFFE0', '#264E36'],
  ['Gris', 'gray', '#EAEAEA', '#333333'],
  ['Oscuro', 'dark', '#121212', '#E0E0E0'],
])('keeps the theme %s', (label, name, background, color) => {
  open();
  press(label);
  expect(saved()).toMatchObject({ name, background, color });
  expect(page()?.background.toUpperCase()).toBe(background);
});

it('changes the text by 2 between 14 and 50', () => {
  open();
  press(/agrandar el texto/i);
  expect(saved()).toMatchObject({ fontSize: '18' });
  for (let times = 0; times < 30; times += 1) press(/agrandar el texto/i);
  expect(saved()).toMatchObject({ fontSize: '50' });
  for (let times = 0; times < 30; times += 1) press(/reducir el texto/i);
  expect(saved()).toMatchObject({ fontSize: '14' });
  expect(page()?.fontSize).toBe('14px');
});

it('offers four line spacings', () => {
  open();
  for (const spacing of ['1', '2', '3', '1.5']) {
    press(spacing);
    expect(saved()).toMatchObject({ lineHeight: spacing });
  }
});

it('offers the families in their order, then a more legible font', () => {
  open();
  const select = screen.getByRole<HTMLSelectElement>('combobox');
  expect(Array.from(select.options, (option) => option.value)).toEqual([
    'auto',
    'monospace',
    'sans-serif',
    'system-ui',
    'Helvetica',
    'Courier New',
    'Poppins',
    'Nunito',
    'Atkinson Hyperlegible',
  ]);
  fireEvent.change(select, { target: { value: 'Poppins' } });
  expect(saved()).toMatchObject({ fontFamily: 'Poppins' });
  expect(page()?.fontFamily).toContain('Poppins');
});

it('shows the saved settings', () => {
  localStorage.setItem('actualTheme', JSON.stringify({ name: 'dark', fontSize: '22', lineHeight: '2' }));
  open();
  expect(page()?.fontSize).toBe('22px');
  expect(screen.getByRole('button', { name: /Oscuro/ }).getAttribute('aria-pressed')).toBe('true');
});

it('allows page zoom during reading, and forbids it again', () => {
  open();
  const zoom = () => screen.getByRole('switch', { name: 'Permitir zoom' });
  expect(zoom().getAttribute('aria-checked')).toBe('false');
  fireEvent.click(zoom());
  expect(zoom().getAttribute('aria-checked')).toBe('true');
  expect(isZoomAllowed()).toBe(true);
  fireEvent.click(zoom());
  expect(isZoomAllowed()).toBe(false);
});

it('shows spacing, margins and alignment on the sample, and resets all of them', () => {
  open();
  fireEvent.click(within(screen.getByRole('group', { name: 'Alineación' })).getByText('Justificada'));
  fireEvent.click(within(screen.getByRole('group', { name: 'Espacio entre letras' })).getByText('Mucho'));
  fireEvent.click(within(screen.getByRole('group', { name: 'Márgenes' })).getByText('Anchos'));
  fireEvent.click(screen.getByRole('switch', { name: 'Cortar palabras con guion' }));
  expect(saved()).toMatchObject({ alignment: 'justify', letterSpacing: '0.12', marginLeft: '40px', hyphens: 'off' });
  expect(page()).toMatchObject({ textAlign: 'justify', letterSpacing: '0.12em', paddingInline: '40px' });
  press('Restablecer todo');
  expect(saved()).toMatchObject({
    name: 'white',
    alignment: 'auto',
    letterSpacing: '0',
    marginLeft: '10px',
    hyphens: 'on',
  });
});
