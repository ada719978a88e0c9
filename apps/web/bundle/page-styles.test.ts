import { expect, it } from 'vitest';
import { rulesFor } from '../src/page-styles.ts';
import { separateFaces, splitStyles } from './page-styles.ts';

/** Returns the rules of a style sheet for elements with these classes. */
const inlined = (css: string, ...classes: string[]) => rulesFor(splitStyles(css), new Set(classes));

it('keeps rules whose classes all stand in the page, in their order, and rules without classes', () => {
  const css = '@layer base,utilities;.b{color:red}p{margin:0}.a.b{color:blue}.a .c{color:green}';
  expect(inlined(css, 'a', 'b')).toBe('@layer base,utilities;.b{color:red}p{margin:0}.a.b{color:blue}');
});

it('keeps the conditions around rules, and drops those that hold none', () => {
  const css = '@layer utilities{@media (width>=64rem){.lg\\:flex{display:flex}}@media print{.hide{display:none}}}';
  expect(inlined(css, 'lg:flex')).toBe('@layer utilities{@media (width>=64rem){.lg\\:flex{display:flex}}}');
  expect(inlined(css)).toBe('');
});

it('keeps a rule of a list for the selectors that can match', () => {
  expect(inlined('.a,.b,h1{color:red}', 'b')).toBe('.b{color:red}h1{color:red}');
});

it('reads escaped names, and asks for no class that stands in parentheses', () => {
  const css =
    '.max-w-\\[9\\.6em\\]{max-width:9.6em}.\\32 xl{width:2px}.group-open\\:x:is(:where(.group):is([open]) *){color:red}:not(.gone){top:0}';
  expect(inlined(css, 'max-w-[9.6em]', '2xl', 'group-open:x')).toBe(css);
  expect(inlined(css)).toBe(':not(.gone){top:0}');
});

it('keeps key frames and registered properties whole', () => {
  const css = '@keyframes spin{to{rotate:1turn}}@property --x{syntax:"*";inherits:false}';
  expect(inlined(css)).toBe(css);
});

it('separates faces from all other rules', () => {
  const css = '.a{top:0}@font-face{font-family:A;src:url(/a.woff2)}@layer x{.b{top:0}}';
  expect(separateFaces(css)).toEqual({
    faces: '@font-face{font-family:A;src:url(/a.woff2)}',
    rest: '.a{top:0}@layer x{.b{top:0}}',
  });
});
