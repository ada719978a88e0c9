import { beforeEach, describe, expect, it } from 'vitest';
import { engineTheme } from './engine-theme.ts';
import { loadTheme, saveTheme } from './theme-store.ts';
import { cleanTheme, defaultTheme } from './themes.ts';

beforeEach(() => localStorage.clear());

describe('the saved theme, spec §3 and §5', () => {
  it('is white, 16, auto, 1.5 until something is saved', () => {
    expect(loadTheme()).toEqual(defaultTheme);
    expect(defaultTheme).toMatchObject({ name: 'white', fontSize: '16', fontFamily: 'auto', lineHeight: '1.5' });
  });

  it('is written under actualTheme with its colours, and read again', () => {
    const dark = saveTheme(loadTheme(), { name: 'dark', fontSize: '20' });
    expect(JSON.parse(localStorage.getItem('actualTheme') ?? '')).toEqual(dark);
    expect(loadTheme()).toMatchObject({ name: 'dark', background: '#121212', color: '#E0E0E0', fontSize: '20' });
  });

  it.each([['blue'], [undefined], [7]])('falls back to the default for the unknown name %s', (name) => {
    expect(cleanTheme({ ...defaultTheme, name, fontSize: '30' })).toEqual(defaultTheme);
  });

  it('takes no value that is not offered', () => {
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

  it('survives what other pages wrote there', () => {
    localStorage.setItem('actualTheme', '{{');
    expect(loadTheme()).toEqual(defaultTheme);
  });
});

describe('the page', () => {
  it('has margins of 10 px on a phone and a column of 640 px from 768', () => {
    expect(engineTheme(defaultTheme, 390)).toMatchObject({ marginLeft: 10, marginRight: 10 });
    expect(engineTheme(defaultTheme, 767)).toMatchObject({ marginLeft: 10 });
    expect(engineTheme(defaultTheme, 768)).toMatchObject({ marginLeft: 64 });
    expect(engineTheme(defaultTheme, 1280)).toMatchObject({ marginLeft: 320, marginRight: 320 });
    expect(engineTheme({ ...defaultTheme, spread: 'both' }, 1280)).toMatchObject({ marginLeft: 10 });
  });
});
