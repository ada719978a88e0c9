import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type LaunchOptions } from '@playwright/test';
import { scratchFolder } from '../tools/launch/scratch-folder.mjs';

/** Quiet start: nothing the browser does by itself may reach a network, nor count as a connection of ours. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Launch options of the first Chromium found: `CHROMIUM_PATH`, Playwright's own, the system's, and at last the one
 * that npm brings (`@sparticuz/chromium`, Linux x64 only).
 *
 * @throws when there is none, saying how to get one.
 */
export async function chromiumLaunchOptions(): Promise<LaunchOptions> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { executablePath: named, args: ARGS };
  const own = chromium.executablePath();
  if (own && existsSync(own)) return { args: ARGS };
  const system = SYSTEM.find((path) => existsSync(path));
  if (system) return { executablePath: system, args: ARGS };
  if (process.platform === 'linux' && process.arch === 'x64') return bundledChromium();
  throw new Error('No Chromium found: run `npx playwright install chromium`, or `apt-get install chromium` on Debian.');
}

/**
 * The browser inside the npm package. Its fixed fonts.conf names folders that exist only in its own temporary
 * folder; with any other, every page with a form field kills the browser, so that a fonts.conf of ours replaces it.
 * Its `chromium.args` are not used: they turn web security off.
 */
async function bundledChromium(): Promise<LaunchOptions> {
  const cache = join(import.meta.dirname, '..', '.cache', 'chromium');
  await mkdir(cache, { recursive: true });
  const scratch = scratchFolder();
  // The package unpacks itself into the temporary folder of the moment it is imported.
  process.env['TMPDIR'] = cache;
  const { default: bundled, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium');
  const packed = join(import.meta.dirname, '..', 'node_modules', '@sparticuz', 'chromium', 'bin', 'al2023.tar.br');
  await inflate(packed);
  setupLambdaEnvironment(join(tmpdir(), 'al2023', 'lib'));
  const executablePath = await bundled.executablePath();
  const fonts = join(cache, 'fontconfig');
  await mkdir(fonts, { recursive: true });
  await writeFile(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${tmpdir()}/fonts/fonts</dir>` +
      `<dir>/usr/share/fonts</dir><cachedir>${fonts}/cache</cachedir></fontconfig>`,
  );
  const environment = Object.entries({ ...process.env, FONTCONFIG_PATH: fonts });
  // Profiles of browsers and shops of tests go there.
  process.env['TMPDIR'] = scratch;
  const env = Object.fromEntries(environment.filter((entry): entry is [string, string] => entry[1] !== undefined));
  return { executablePath, args: ARGS, env };
}
