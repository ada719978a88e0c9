import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { stillPage } from './still-page.ts';

/**
 * Expects that axe finds no fault in what stands still: colours on their way to others are neither's. The zoom lock is
 * meant: docs/product/reader.md.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await stillPage(page);
  const { violations } = await new AxeBuilder({ page }).disableRules('meta-viewport').analyze();
  const faults = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  expect(faults, what).toEqual([]);
}
