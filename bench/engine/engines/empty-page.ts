import type { BenchEngine } from './bench-engine.ts';

const line = document.createElement('p');
let count = 0;

/** No engine: a page with one line of text that changes. How soon this browser shows any change at all. */
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
