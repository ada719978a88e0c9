import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './browser.ts';

/** All browser tests: the engine alone on a bare page, and whole journeys through the built shop. */
export default defineConfig({
  outputDir: '../.cache/e2e',
  globalSetup: './support/start-shop.ts',
  fullyParallel: false,
  // A file each. Four keep two cores busy; more make single steps slow and gain little. Each worker has a shop, and each
  // test finds it as it was seeded (support/shop-test.ts).
  workers: 4,
  // A machine reads the second one (tools/test.mjs).
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  // For what hangs, not for a busy machine.
  timeout: 180_000,
  retries: 0,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: await chromiumLaunchOptions(),
    locale: 'es-CL',
    actionTimeout: 30_000,
    navigationTimeout: 40_000,
  },
  projects: [
    { name: 'engine', testDir: 'engine', use: { viewport: { width: 390, height: 800 } } },
    { name: 'seed', testMatch: 'seed.setup.ts' },
    {
      name: 'journeys',
      dependencies: ['seed'],
      testDir: '.',
      testIgnore: 'engine/**',
      // A worker costs each browser all scripts of the app: files of tests that need one ask for it.
      use: { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' },
    },
  ],
});
