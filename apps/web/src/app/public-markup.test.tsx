import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PublicPage } from './public-page.tsx';
import { fakeBook, fakePart, NOW } from '../testing/catalogue.ts';
import { siteFacts } from '../testing/site-facts.ts';
import { BookDetailScreen } from '../features/books/book-detail-screen.tsx';
import { MarkedText } from '../features/site/landing/marked-text.tsx';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'';

it('an author’s text is text on the page, and data for search engines', () => {
  const part = fakePart({ name: HOSTILE });
  const book = fakeBook({ name: HOSTILE, description: HOSTILE, genre: HOSTILE, location: HOSTILE, parts: [part] });
  const markup = renderToString(
    <PublicPage site={siteFacts()} renderedAt={NOW} input={{ params: {}, data: { book } }}>
      <BookDetailScreen />
    </PublicPage>,
  );
  expect(markup).toContain('&lt;/script&gt;&lt;script&gt;');
  const page = new DOMParser().parseFromString(markup, 'text/html');
  const scripts = Array.from(page.querySelectorAll('script'), ({ type, textContent }) => ({ type, textContent }));
  expect(scripts.map(({ type }) => type)).toEqual(['application/ld+json']);
  expect(JSON.parse(scripts[0]?.textContent ?? '')).toMatchObject({ name: HOSTILE, description: HOSTILE });
  expect(page.querySelectorAll('[onerror]')).toHaveLength(0);
});

it('the marks in the shop’s own texts make italics and HTTPS links, and nothing else', () => {
  const text = `*a* [b](https://b.example/) [c](javascript:alert(1)) [d](data:text/html,x) [e](//e) ${HOSTILE}`;
  const page = new DOMParser().parseFromString(renderToString(<MarkedText text={text} />), 'text/html');
  expect(Array.from(page.body.querySelectorAll('*'), ({ localName }) => localName)).toEqual(['em', 'a']);
  expect(page.querySelector('a')?.getAttribute('href')).toBe('https://b.example/');
});
