import * as foliate from 'foliate-js/epubcfi.js';
import { describe, expect, it } from 'vitest';
import { parsePackage } from './opf.ts';

const PACKAGES = {
  plain: '<metadata/><manifest/><spine><itemref idref="a"/><itemref idref="b"/></spine>',
  'ids, also with characters that CFI escapes':
    '<metadata/><manifest/><spine id="s"><itemref id="x" idref="a"/><itemref idref="b"/><itemref id="a[1],2;3=(4)^" idref="c"/></spine>',
  'other elements and comments between':
    '\n <!-- c --><metadata/>\n<x:y xmlns:x="u"/> <manifest/><!-- d -->\n<guide/><spine>\n<!-- e --><itemref idref="a"/> text <x:z xmlns:x="u"/><itemref idref="b"/></spine>',
};

describe('section CFIs', () => {
  it.each(Object.entries(PACKAGES))('equal those of foliate-js for a package with %s', (_name, content) => {
    const source = `<package xmlns="http://www.idpf.org/2007/opf">${content}</package>`;
    const document = new DOMParser().parseFromString(source, 'application/xml');
    const itemrefs = [...document.documentElement.getElementsByTagName('itemref')];
    const theirs = foliate.fromElements(itemrefs);
    expect(parsePackage(source).spine.map(({ cfi }) => `epubcfi(${cfi})`)).toEqual(theirs);
  });
});
