import { openFirefox } from './browsers/firefox-driver.ts';
import { JourneyPage } from './browsers/reading-journey.ts';
import { findBrowsers } from '../tools/programs.mjs';
const { firefox } = findBrowsers() as any;
const b = await openFirefox(firefox);
const r = new JourneyPage(b);
await b.open('file:///tmp/exp/marianela.html');
await r.until(`return document.documentElement.dataset.state === 'reading'`);
for (let i=0;i<9;i++){ await b.press('ArrowRight'); await r.pause(300);}
await b.run(`for (const d of [document, ...[...document.querySelectorAll('iframe')].map(f=>f.contentDocument)]) for (const t of ['mousedown','mouseup','click','pointerdown','selectionchange','selectstart']) d.addEventListener(t, e=>{ (window.log??=[]).push([t, e.target.nodeName, d===document]) }, true)`);
try { await r.selectWords('.note-card:not([hidden])'); console.log('ok'); } catch (e) { console.log(String(e).slice(0,300)); }
console.log(JSON.stringify(await b.run(`return window.log`)));
await b.close();
