import type { Page } from '@playwright/test';

/** Answers requests in place of the server. */
export function answer(page: Page, url: string | RegExp, status: number, json: unknown): Promise<unknown> {
  return page.route(url, (route) => route.fulfill({ status, json }));
}

/** Refuses requests in place of the server. */
export function refuse(page: Page, url: string | RegExp, status: number, code: string, detail = ''): Promise<unknown> {
  return answer(page, url, status, { detail, code, request_id: 'shot' });
}

/** Leaves requests without an answer until the page is left. */
export function hold(page: Page, url: string | RegExp): Promise<unknown> {
  return page.route(url, () => new Promise<void>(() => {}));
}

/** Waits for the placeholders of pending answers, which appear a moment after the page. */
export const showsSkeleton = (page: Page): Promise<void> => page.locator('.skeleton').first().waitFor();
