import { parseXml } from '@cuentos/epub/container/xml-events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBareEdition, addBook, addPart } from '../../testing/fixtures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

const ATOM = 'http://www.w3.org/2005/Atom';

/** Reads XML with namespaces. @returns the text of each element, with its path @throws if the XML is not well formed */
function read(source: string): [string, string][] {
  const elements: [string, string][] = [];
  const path: string[] = [];
  let text = '';
  parseXml(source, {
    open({ uri, local }) {
      expect(uri).toBe(ATOM);
      path.push(local);
      text = '';
    },
    text: (piece) => void (text += piece),
    close() {
      elements.push([path.join('/'), text.trim()]);
      path.pop();
      text = '';
    },
  });
  return elements;
}

it('the feed lists released parts, newest first, in valid Atom, whatever characters the names contain', async () => {
  const now = test.clock.time;
  const name = 'El <faro> & "los" otros\u000b]]>';
  const book = await addBook(test, { name, description: '<script>alert(1)</script>' });
  const older = await addPart(test, book.id, { name: 'Uno', releaseAt: now - 2000 });
  const newer = await addPart(test, book.id, { name: 'Dos', releaseAt: now });
  const later = await addPart(test, book.id, { name: 'Tres', releaseAt: now + 1 });
  await addPart(test, book.id, { name: 'Sin archivo', releaseAt: now - 1 });
  for (const { id } of [older, newer, later]) await addBareEdition(test, id);
  const answer = await test.app.inject('/feed.xml');
  expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const elements = read(answer.body);
  const all = (path: string) => elements.filter(([each]) => each === path).map(([, text]) => text);
  expect(all('feed/entry/title')).toEqual(['Dos', 'Uno'].map((part) => `${part}, de El <faro> & "los" otros]]>`));
  expect(all('feed/entry/id')).toEqual([newer, older].map(({ id }) => `urn:uuid:${id}`));
  expect(all('feed/entry/updated')).toEqual([now, now - 2000].map((at) => new Date(at).toISOString()));
  // RFC 4287 requires these elements.
  for (const needed of ['feed/id', 'feed/title', 'feed/updated', 'feed/author/name']) {
    expect(all(needed), needed).toHaveLength(1);
    expect(all(needed)[0]).not.toBe('');
  }
  expect(all('feed/updated')).toEqual([new Date(now).toISOString()]);
  expect(answer.body).toContain('<link rel="self" type="application/atom+xml" href="http://shop.test/feed.xml"/>');
  expect((await test.app.inject('/feed.xml')).body).toBe(answer.body);
});
