import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from '../browser.ts';

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../../.cache/e2e/engine',
  fullyParallel: false,
  workers: 1,
  reporter: 'list',
  timeout: 60_000,
  use: { launchOptions: await chromiumLaunchOptions(), viewport: { width: 390, height: 800 }, locale: 'es-CL' },
});
