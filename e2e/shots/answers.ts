import type { Page } from '@playwright/test';

/** The server answers this, whatever it would say by itself. */
export function answer(page: Page, url: string | RegExp, status: number, json: unknown): Promise<unknown> {
  return page.route(url, (route) => route.fulfill({ status, json }));
}

/** The server refuses. */
export function refuse(page: Page, url: string | RegExp, status: number, code: string, detail = ''): Promise<unknown> {
  return answer(page, url, status, { detail, code, request_id: 'shot' });
}

/** The server thinks until the page is left. */
export function hold(page: Page, url: string | RegExp): Promise<unknown> {
  return page.route(url, () => new Promise<void>(() => {}));
}

/** Waits for the shapes that stand where an answer is on its way: they come a moment after the page. */
export const showsSkeleton = (page: Page): Promise<void> => page.locator('.skeleton').first().waitFor();
