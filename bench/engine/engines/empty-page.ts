import type { BenchEngine } from './bench-engine.ts';

const line = document.createElement('p');
let count = 0;

/** A page with one changing line of text and no engine: measures how soon the browser shows any change. */
window.engine = {
  async open(_bytes, host) {
    line.textContent = '0';
    host.append(line);
  },
  async next() {
    count += 1;
    line.textContent = String(count);
  },
  toSectionEnd: () => Promise.resolve(),
  page: () => line.textContent ?? '',
} satisfies BenchEngine;
