import type { CDPSession, Page } from '@playwright/test';
import { expectOpen, turn, PART } from '../support/reader-page.ts';
import { expect, signIn, test } from '../support/shop-test.ts';

test('Chromium’s accessibility tree has the text in the order of the book', async ({ page, shop }) => {
  await signIn(page, shop);
  await page.getByRole('link', { name: `Leer ahora: ${PART}` }).click();
  await expectOpen(page);
  const client = await page.context().newCDPSession(page);
  const texts: string[] = [];
  for (let pages = 0; pages < 4; pages += 1) {
    await turn(page, 1);
    const frame = await page.locator('[data-book-host] div:not([inert]) > iframe').elementHandle();
    const paragraphs = (await (await frame?.contentFrame())?.locator('h1,h2,h3,p').allTextContents()) ?? [];
    const { nodes } = (await client.send('Accessibility.getFullAXTree', {
      frameId: await frameIdOf(client, page),
    })) as { nodes: { role?: { value: string }; name?: { value: string } }[] };
    const spokenNames = nodes.filter(({ role }) => role?.value === 'StaticText').map(({ name }) => name?.value ?? '');
    const order = paragraphs.map((text) => text.trim()).filter((text) => text.length > 20);
    const places = order.map((text) =>
      spokenNames.join(' ').replaceAll(/\s+/g, ' ').indexOf(text.replaceAll(/\s+/g, ' ').slice(0, 20)),
    );
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    texts.push(...order);
  }
  expect(texts.length).toBeGreaterThan(0);
});

/** Returns the id of the frame of the page shown. */
async function frameIdOf(client: CDPSession, page: Page): Promise<string> {
  const { root } = await client.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await client.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[data-book-host] div:not([inert]) > iframe',
  });
  const { node } = await client.send('DOM.describeNode', { nodeId });
  expect(page.url()).toContain('/reader/');
  return node.frameId ?? '';
}
