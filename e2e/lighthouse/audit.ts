import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromiumLaunchOptions } from '../browser.ts';

/** Findings of Lighthouse for one load; categories from 0 to 100. */
export interface Audit {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly cls: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly scriptBytes: number;
  /** Failed audits of all categories except performance. */
  readonly failed: readonly string[];
}

type Look = 'mobile' | 'desktop';

/** Number of attempts: on a busy machine a run sometimes ends without a paint, which says nothing about the page. */
const TRIES = 4;

/**
 * Runs Lighthouse once in a browser of its own; `mobile` is Lighthouse's own phone, with its slow line and processor.
 */
export async function audit(url: string, look: Look = 'mobile'): Promise<Audit> {
  for (let tries = 1; ; tries += 1) {
    const report = await run(url, look);
    if (!report.runtimeError) return read(report);
    if (tries === TRIES) throw new Error(report.runtimeError.message);
  }
}

async function run(url: string, look: Look): Promise<Report> {
  const { executablePath, env } = await chromiumLaunchOptions();
  const chrome = await launch({
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'],
    ...(executablePath ? { chromePath: executablePath } : {}),
    // Sets the environment of the browser from npm, which needs a fonts.conf of its own.
    ...(env ? { envVars: env } : {}),
  });
  try {
    const flags = { port: chrome.port, logLevel: 'error', output: 'json' } as const;
    const result = await lighthouse(url, flags, look === 'desktop' ? slowDesktop() : undefined);
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
    return result.lhr;
  } finally {
    chrome.kill();
  }
}

/** A wide window on a slow line, which makes layout shifts visible. */
function slowDesktop(): typeof desktopConfig {
  const { settings, ...rest } = desktopConfig;
  const screenEmulation = { mobile: false, width: 1280, height: 800, deviceScaleFactor: 1, disabled: false };
  const throttling = {
    rttMs: 150,
    throughputKbps: 1638.4,
    cpuSlowdownMultiplier: 4,
    requestLatencyMs: 562.5,
    downloadThroughputKbps: 1474.56,
    uploadThroughputKbps: 675,
  };
  return { ...rest, settings: { ...settings, screenEmulation, throttling, throttlingMethod: 'devtools' } };
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function read(report: Report): Audit {
  const score = (name: string) => Math.round((report.categories[name]?.score ?? 0) * 100);
  const value = (name: string) => report.audits[name]?.numericValue ?? Number.NaN;
  const details = report.audits['network-requests']?.details as { items?: readonly Requested[] } | undefined;
  // Finds scripts by their media type, because most scripts of a public page are loaded by fetch.
  const scripts = (details?.items ?? []).filter(({ mimeType }) => mimeType?.includes('javascript'));
  const others = Object.entries(report.categories).filter(([name]) => name !== 'performance');
  const failed = others.flatMap(([, { auditRefs }]) =>
    auditRefs.filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1).map(({ id }) => id),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    // Rounds to thousandths, as Lighthouse does.
    cls: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    lcpMs: Math.round(value('largest-contentful-paint')),
    tbtMs: Math.round(value('total-blocking-time')),
    scriptBytes: scripts.reduce((total, { transferSize }) => total + (transferSize ?? 0), 0),
    failed,
  };
}

interface Requested {
  readonly mimeType?: string;
  readonly transferSize?: number;
}
