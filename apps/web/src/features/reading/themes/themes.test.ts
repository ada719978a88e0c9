import { beforeEach, describe, expect, it } from 'vitest';
import { engineTheme } from './engine-theme.ts';
import { cleanTheme, defaultTheme, loadTheme, saveTheme } from './themes.ts';

beforeEach(() => localStorage.clear());

describe('the saved theme', () => {
  it('is white, 16, auto, 1.5 until something is saved', () => {
    expect(loadTheme()).toEqual(defaultTheme);
    expect(defaultTheme).toMatchObject({ name: 'white', fontSize: '16', fontFamily: 'auto', lineHeight: '1.5' });
  });

  it('is stored under actualTheme with its colours, and read again', () => {
    const dark = saveTheme(loadTheme(), { name: 'dark', fontSize: '20' });
    expect(JSON.parse(localStorage.getItem('actualTheme') ?? '')).toEqual(dark);
    expect(loadTheme()).toMatchObject({ name: 'dark', background: '#121212', color: '#E0E0E0', fontSize: '20' });
  });

  it.each([['blue'], [undefined], [7]])('falls back to the default for the unknown name %s', (name) => {
    expect(cleanTheme({ ...defaultTheme, name, fontSize: '30' })).toEqual(defaultTheme);
  });

  it('ignores a value that is not offered', () => {
    const odd = {
      ...defaultTheme,
      name: 'gray',
      background: 'url(x)',
      fontSize: '999',
      lineHeight: '9',
      fontFamily: 'x',
      spread: 'x',
    };
    expect(cleanTheme(odd)).toEqual({
      ...defaultTheme,
      name: 'gray',
      background: '#EAEAEA',
      color: '#333333',
      fontSize: '50',
    });
    expect(cleanTheme({ ...odd, fontSize: '2' }).fontSize).toBe('14');
  });

  it.each([
    ['alignment', 'center'],
    ['hyphens', true],
    ['letterSpacing', '9'],
    ['wordSpacing', 'x'],
    ['softPictures', 'never'],
    ['marginLeft', '500px'],
    ['flow', 'sideways'],
  ])('falls back to the default for %s %s', (name, value) => {
    expect(cleanTheme({ ...defaultTheme, [name]: value })).toEqual(defaultTheme);
  });

  it('survives foreign values in its storage', () => {
    localStorage.setItem('actualTheme', '{{');
    expect(loadTheme()).toEqual(defaultTheme);
  });
});

describe('the layout of the page', () => {
  // Kept difference: margins-from-768.
  it('has margins of 10 px on a phone and a column of 640 px from 768', () => {
    expect(engineTheme(defaultTheme, 390)).toMatchObject({ marginLeft: 10, marginRight: 10 });
    expect(engineTheme(defaultTheme, 767)).toMatchObject({ marginLeft: 10 });
    expect(engineTheme(defaultTheme, 768)).toMatchObject({ marginLeft: 64 });
    expect(engineTheme(defaultTheme, 1280)).toMatchObject({ marginLeft: 320, marginRight: 320 });
  });

  it('grows with the margins chosen, and leaves room between two columns', () => {
    const wide = { ...defaultTheme, marginLeft: '40px', marginRight: '40px' } as const;
    expect(engineTheme(wide, 390)).toMatchObject({ marginLeft: 40, marginRight: 40 });
    expect(engineTheme(wide, 1280)).toMatchObject({ marginLeft: 400, marginRight: 400 });
    expect(engineTheme({ ...defaultTheme, spread: 'both' }, 1280)).toMatchObject({ marginLeft: 40, spread: 'both' });
    expect(engineTheme({ ...defaultTheme, spread: 'both' }, 800)).toMatchObject({ marginLeft: 24 });
    const scrolled = { ...defaultTheme, spread: 'both', flow: 'scrolled-doc' } as const;
    expect(engineTheme(scrolled, 1280)).toMatchObject({ marginLeft: 320 });
  });

  it('leaves alignment, hyphens and spacing to the book until they are chosen', () => {
    const unset = engineTheme(defaultTheme, 390);
    for (const name of ['justify', 'hyphenate', 'letterSpacing', 'wordSpacing']) expect(unset).not.toHaveProperty(name);
    const chosen = { alignment: 'start', hyphens: 'off', letterSpacing: '0.12', wordSpacing: '0.2' } as const;
    expect(engineTheme({ ...defaultTheme, ...chosen }, 390)).toMatchObject({
      justify: false,
      hyphenate: false,
      letterSpacing: 0.12,
      wordSpacing: 0.2,
    });
    expect(unset.softPictures).toBe(true);
    expect(engineTheme({ ...defaultTheme, softPictures: 'off' }, 390).softPictures).toBe(false);
    expect(engineTheme({ ...defaultTheme, alignment: 'justify' }, 390)).toMatchObject({ justify: true });
  });
});
