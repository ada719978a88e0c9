import { expect, it } from 'vitest';
import { readStyles } from './used-styles.ts';

const html = '<p class="text-ok hover:underline &gt;p group">Ñ</p><b class="[&amp;&gt;svg]:w-1 w-[calc(1px,2px)]"></b>';
const used = (css: string) => readStyles(css)(html);

it.each([
  ['a class that the document has', '.text-ok{color:green}'],
  ['no class at all', 'h1,::backdrop{margin:0}'],
  ['a class with signs, as the document writes it', '.hover\\:underline:hover{x:y}.\\[\\&\\>svg\\]\\:w-1>svg{x:y}'],
  ['a comma within a class or a function', '.w-\\[calc\\(1px\\,2px\\)\\]:is(a,b){x:y}'],
  ['one of several selectors that is there', '.other,.text-ok{x:y}'],
  ['a class that stands in an alternative', ':is(.other,p) b,p:not(.other){x:y}'],
  [
    'faces, properties and motions whole',
    "@font-face{src:url(a;{b.woff2)}@property --x{syntax:'}'}@keyframes k{to{x:y}}",
  ],
  ['strings with braces and their ends', '.text-ok:before{content:"}\\"{"}'],
  ['rules within rules', '.text-ok{&:hover{x:y}@media print{x:y}}'],
  ['the order of layers, with one of them empty', '@layer theme,base;@layer base{}@layer theme{a{x:y}}'],
])('keeps %s', (_what, css) => expect(used(css)).toBe(css));

it.each([
  ['a class that the document has not', '.other{x:y}', ''],
  ['one of two that have to be there', '.text-ok .other,.text-ok.other{x:y}', ''],
  ['a longer name', '.text-ok-2{x:y}', ''],
  ['groups of which nothing is left', '@media print{.other{x:y}}@supports (a:b){@media (width>1px){.other{x:y}}}', ''],
  ['a part of a group', '@layer base{.other{x:y}.group{x:y}}', '@layer base{.group{x:y}}'],
  ['comments', '/*! a{ */.group{x:y}', '.group{x:y}'],
])('leaves out %s', (_what, css, left) => expect(used(css)).toBe(left));
