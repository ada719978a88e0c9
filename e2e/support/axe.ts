import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { stillPage } from './still-page.ts';

/**
 * Expects axe to find no fault on a page at rest: colours in transition would be reported. The zoom lock is intended:
 * docs/product/reader.md.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await stillPage(page);
  const { violations } = await new AxeBuilder({ page }).disableRules('meta-viewport').analyze();
  const faults = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(faults, what).toEqual([]);
}
