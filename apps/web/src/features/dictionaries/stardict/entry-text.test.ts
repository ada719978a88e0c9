import { expect, it } from 'vitest';
import { entryText } from './entry-text.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it.each([
  ['m', 'Uno.\r\n\n\n\n  Dos  y  tres.', 'Uno.\n\nDos y tres.'],
  ['m', 'a <b>no</b> &amp; se toca', 'a <b>no</b> &amp; se toca'],
  ['h', '<p class="a">Uno <i>dos</i></p><ul><li>tres<li>cuatro</ul>', 'Uno dos\ntres\ncuatro'],
  ['h', 'Uno\ndos<br/>tres', 'Uno dos\ntres'],
  [
    'h',
    'Caf&eacute; &ntilde; &#241;&#xF1; &hellip; &nada; &lt;b&gt; &#xD800;&#0;&#99999999;',
    'Café ñ ññ … &nada; <b> &#99999999;',
  ],
  ['h', 'a<script>alert(1)</script>b<style>p{}</style>c<!-- d -->e<SCRIPT src=x>f', 'abce'],
  ['h', '<img src=x onerror=alert(1)>texto<a href="javascript:alert(1)">enlace</a>', 'textoenlace'],
  ['h', '3 < 4 y <b', '3 < 4 y'],
  ['g', '<span foreground="red">Uno</span>\nDos', 'Uno\nDos'],
  ['x', '<k>uno</k>\n<def>Dos <c c="red">tres</c></def>\n<ex>cuatro</ex>', 'Dos tres\n\ncuatro'],
  ['k', '<![CDATA[Uno]]>', 'Uno'],
  ['w', "== Uno ==\n'''dos''' [[tres|cuatro]] [[cinco]]", 'Uno\ndos cuatro cinco'],
  ['tm', 'u.no\0Dos.', 'u.no\nDos.'],
  ['Wm', '\0\0\0\x03abcDos.', 'Dos.'],
  ['mP', 'Uno.\0\xFF', 'Uno.'],
  ['', 'mUno.\0W\0\0\0\x02abtdos\0', 'Uno.\ndos'],
  ['m', '', ''],
])('reads the fields "%s" of %j as %j', (types, text, expected) => {
  expect(entryText(bytes(text), types)).toBe(expected);
});

it('survives text that is cut off, wrong or hostile', () => {
  expect(entryText(Uint8Array.of(0x61, 0xc3), 'm')).toBe('a\uFFFD');
  expect(entryText(bytes('\xFF\xFF\xFF\xFFa'), 'Wm')).toBe('');
  expect(entryText(bytes('<'.repeat(50_000)), 'h')).toBe('<'.repeat(50_000));
  expect(entryText(bytes('<a '.repeat(30_000)), 'h')).toBe('');
  expect(entryText(bytes('<k>'.repeat(30_000)), 'x')).toBe('');
  expect(entryText(bytes('<script>'.repeat(12_000)), 'h')).toBe('');
  expect(entryText(bytes('<!--'.repeat(25_000)), 'h')).toBe('');
  expect(entryText(bytes(`a${' '.repeat(99_000)}b`), 'm')).toBe('a b');
  expect(entryText(bytes('<a "'.repeat(25_000)), 'h')).toBe('');
  expect(entryText(bytes('[[a'.repeat(30_000)), 'w')).toBe('[[a'.repeat(30_000));
  expect(entryText(bytes(`=${' '.repeat(90_000)}a`), 'w')).toBe('= a');
  expect(entryText(bytes(`${'='.repeat(90_000)}a`), 'w')).toBe(`${'='.repeat(90_000)}a`);
  expect(entryText(bytes('<script '.repeat(12_000)), 'h')).toBe('');
});
