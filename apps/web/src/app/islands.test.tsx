import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { fakeBook, fakePart, NOW } from '../testing/catalogue.ts';
import { legalDocument, publicShop, siteFacts } from '../testing/site-facts.ts';
import { islands } from './islands.tsx';
import { PublicPage } from './public-page.tsx';
import { publicScreens } from './public-screens.ts';

const book = fakeBook({ parts: [fakePart({ id: 'a' }), fakePart({ id: 'b', ebook: false })] });
const input = {
  params: { book_id: book.id },
  data: { book, books: [book, fakeBook({ id: 'two', parts: [] })], shop: publicShop(), document: legalDocument({}) },
};

it('every island of a page can be taken over by React alone, with the same markup', async () => {
  const names = new Set<string>();
  for (const screen of publicScreens.filter(({ isOfIslands }) => isOfIslands)) {
    const Screen = await screen.load();
    for (const parts of [book.parts, []]) {
      const data = { ...input.data, book: { ...book, parts } };
      const markup = renderToString(
        <PublicPage site={siteFacts({ googleAnalyticsId: 'G-1' })} renderedAt={NOW} input={{ ...input, data }}>
          <Screen />
        </PublicPage>,
      );
      const page = new DOMParser().parseFromString(markup, 'text/html');
      for (const part of page.querySelectorAll<HTMLElement>('[data-island]')) {
        names.add(part.dataset['island'] ?? '');
        expect(part.parentElement?.closest('[data-island]'), `${screen.path} ${part.dataset['island']}`).toBeNull();
        // An id of React's `useId` depends on the tree around it, and differs where the island is rendered alone.
        expect(part.innerHTML).not.toMatch(/(id|for)="_R_/);
      }
    }
  }
  expect([...names].toSorted()).toEqual(Object.keys(islands).toSorted());
});
