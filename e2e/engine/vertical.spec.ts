import { expect, test } from './support/engine-test.ts';
import { prose, sampleBook } from './support/sample-books.ts';

test('vertical lines use the height of a wide page, whose margins are meant for horizontal lines', async ({ book }) => {
  await book.page.setViewportSize({ width: 1280, height: 800 });
  const head = '<style>body{writing-mode:vertical-rl}</style>';
  await book.open(sampleBook([{ name: 'a.xhtml', head, body: prose(3, 1) }]));
  await book.page.evaluate(() =>
    window.harness.reader?.setTheme({ ...window.harness.theme, marginLeft: 320, marginRight: 320 }),
  );
  await book.position();
  const paragraph = book.page.frameLocator('#host div:not([inert]) > iframe').locator('p').first();
  expect(await paragraph.evaluate(({ clientHeight }) => [clientHeight, innerHeight])).toEqual([640, 800]);
});
