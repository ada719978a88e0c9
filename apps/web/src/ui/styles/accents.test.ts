import { readFileSync } from 'node:fs';
import { accentNames, accents } from '@cuentos/domain/shop/accents';
import { contrast } from '@cuentos/domain/testing/contrast';
import { describe, expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const css = read('./accents.css');
const tokens = read('./tokens.css');

/** Returns the custom properties of the block after a selector. */
function block(source: string, selector: string, from = 0): Map<string, string> {
  const start = source.indexOf(`${selector} {`, from);
  expect(start, selector).toBeGreaterThan(-1);
  const body = source.slice(start, source.indexOf('}', start));
  return new Map([...body.matchAll(/--cb-([\w-]+): (#[\da-f]{6})/g)].map(([, name = '', value = '']) => [name, value]));
}

const night = tokens.indexOf('@media screen and (prefers-color-scheme: dark)');
const day = block(tokens, ':root');
const grounds = { light: day, dark: new Map([...day, ...block(tokens, ':root', night)]) };

describe.each(accentNames.filter((name) => name !== 'anil'))('the pair %s', (name) => {
  const selector = `[data-accent='${name}']`;
  const written = css.replaceAll('"', "'");
  const sets = { light: block(written, selector), dark: block(written, `${selector}[data-theme='dark']`) };

  it('has the colours that mails and icons use', () => {
    const { ink, onInk, inkDark, onInkDark, thread } = accents[name];
    const of = (set: Map<string, string>) => [set.get('accent'), set.get('on-accent'), set.get('spot')];
    expect(of(sets.light)).toEqual([ink, onInk, thread]);
    expect(of(sets.dark)).toEqual([inkDark, onInkDark, thread]);
  });

  it('is the same by the device’s preference and by choice', () => {
    expect(block(written, `${selector}:not([data-theme='light'])`)).toEqual(sets.dark);
  });

  it.each(['light', 'dark'] as const)('is legible on %s ground', (scheme) => {
    const colours = new Map([...grounds[scheme], ...sets[scheme]]);
    const ratio = (one: string, other: string) => contrast(colours.get(one) ?? '', colours.get(other) ?? '');
    for (const ground of ['paper', 'sheet', 'sunken', 'accent-soft']) {
      expect(ratio('accent', ground), `accent on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const [text, ground] of [
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
      ['on-band', 'band'],
      ['on-band-2', 'band'],
      ['on-spot', 'spot'],
      ['spot-ink', 'spot-soft'],
      ['spot-ink', 'paper'],
      ['info', 'info-soft'],
    ] as const)
      expect(ratio(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    expect(ratio('spot', 'band'), 'thread on band').toBeGreaterThanOrEqual(3);
  });
});
