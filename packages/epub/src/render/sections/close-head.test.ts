import { describe, expect, it } from 'vitest';
import { closeHead } from './close-head.ts';

const page = (body: string): string =>
  `<?xml version="1.0"?><!DOCTYPE html><html><head><title>a</title></head><body>${body}`;

describe('closeHead', () => {
  it('cuts after the last whole block and closes open elements', () => {
    const head = page('<section class="a > b"><p>uno</p>\n<p>dos <em>tr');
    expect(closeHead(head)).toBe(page('<section class="a > b"><p>uno</p>') + '</section></body></html>');
  });

  it.each([
    ['a tag', '<p>uno</p><p cla'],
    ['a comment', '<p>uno</p><!-- <p>nada</p> '],
    ['a data section', '<p>uno</p><![CDATA[ <p>nada</p> '],
    ['an entity', '<p>uno</p><p>dos &aac'],
    ['a picture', '<p>uno</p><img src="a.png" alt="<p>nada</p>'],
  ])('cuts before %s that is divided', (_, body) => {
    expect(closeHead(page(body))).toBe(page('<p>uno</p>') + '</body></html>');
  });

  it('ignores blocks inside a paragraph and markup in comments', () => {
    const body = '<p>uno</p><!-- </p></body> --><p>dos<br>tres<div>nota</div> cuatro';
    expect(closeHead(page(body))).toBe(page('<p>uno</p>') + '</body></html>');
  });

  it('keeps the spelling and prefixes of names', () => {
    expect(closeHead('<h:html><h:body><h:p>x</h:p>')).toBeNull();
    expect(closeHead('<HTML><BODY><DIV><P>uno</P><P>d')).toBe('<HTML><BODY><DIV><P>uno</P></DIV></BODY></HTML>');
  });

  it.each(['', '<html><head><title>a</title>', page(''), page('texto sin bloque'), page('<p>sin fin')])(
    'is null without a whole block: %j',
    (head) => {
      expect(closeHead(head)).toBeNull();
    },
  );
});
