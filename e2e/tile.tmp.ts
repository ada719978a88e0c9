import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { chromiumLaunchOptions } from './browser.ts';
const [out, w, ...names] = process.argv.slice(2);
const b = await chromium.launch(await chromiumLaunchOptions());
const p = await b.newPage({ viewport: { width: Number(w) * names.length, height: 900 } });
await p.setContent(`<body style="margin:0;display:flex;align-items:start">${names.map((n) => `<img width=${w} src="data:image/png;base64,${readFileSync(`/tmp/notebook/${n}.png`).toString('base64')}">`).join('')}`);
await p.screenshot({ path: out, fullPage: true });
await b.close();
