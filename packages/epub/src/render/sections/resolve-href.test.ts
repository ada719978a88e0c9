import { describe, expect, test } from 'vitest';
import { resolveHref } from './resolve-href.ts';

describe('resolveHref', () => {
  test.each([
    ['b.xhtml', 'OPS/b.xhtml', null],
    ['../img/año%201.png', 'img/año 1.png', null],
    ['#nota', 'OPS/a.xhtml', 'nota'],
    ['b.xhtml#%C3%B1', 'OPS/b.xhtml', 'ñ'],
    ['/x.css', 'x.css', null],
    ['../../../../x.css', 'x.css', null],
    ['b.xhtml?x=1', 'OPS/b.xhtml', null],
    ['100%.xhtml', 'OPS/100%.xhtml', null],
  ])('finds %s inside the book', (href, path, fragment) => {
    expect(resolveHref(href, 'OPS/a.xhtml')).toEqual({ kind: 'internal', path, fragment });
  });

  test.each([
    ['https://e.cl/x', 'https://e.cl/x'],
    ['mailto:a@e.cl', 'mailto:a@e.cl'],
    ['//e.cl/x', 'https://e.cl/x'],
    ['\\\\e.cl/x', 'https://e.cl/x'],
  ])('sees that %s leads outside', (href, url) => {
    expect(resolveHref(href, 'a.xhtml')).toEqual({ kind: 'external', url });
  });

  test.each([
    'javascript:x',
    ' JavaScript:x',
    'java\nscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'file:///etc',
    'blob:x',
  ])('leads nowhere for %j', (href) => {
    expect(resolveHref(href, 'a.xhtml')).toBeNull();
  });
});
