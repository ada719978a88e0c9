import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeOnBack } from './back-closes.ts';

/** Entries of the browser's history, the current one last. */
let entries: { state: unknown; url: string }[];
/** The router's listener for `popstate`. */
const heard = vi.fn();

const at = () => entries.at(-1)?.url.replace(location.origin, '');

/** Takes a step back, of the reader or of the app. */
function step(): void {
  if (entries.length > 1) entries.pop();
  const entry = entries.at(-1)!;
  replaceState(entry.state, '', entry.url);
  dispatchEvent(new PopStateEvent('popstate', { state: entry.state }));
}
let replaceState: History['replaceState'];

beforeEach(() => {
  heard.mockClear();
  replaceState = history.replaceState.bind(history);
  replaceState({ idx: 1 }, '', '/user-library/b');
  entries = [
    { state: { idx: 0 }, url: '/user-library' },
    { state: { idx: 1 }, url: '/user-library/b' },
  ];
  vi.spyOn(history, 'pushState').mockImplementation((state, _, url) => {
    entries.push({ state, url: String(url ?? location.pathname) });
    replaceState(state, '', url ?? undefined);
  });
  vi.spyOn(history, 'replaceState').mockImplementation((state, _, url) => {
    entries.splice(-1, 1, { state, url: String(url ?? location.pathname) });
    replaceState(state, '', url ?? undefined);
  });
  vi.spyOn(history, 'back').mockImplementation(step);
  addEventListener('popstate', heard);
});
afterEach(() => {
  removeEventListener('popstate', heard);
  vi.restoreAllMocks();
});

it('a step back closes the topmost layer, and the page does not hear of it', () => {
  const [sheet, question] = [vi.fn(), vi.fn()];
  closeOnBack(sheet);
  closeOnBack(question);
  step();
  expect([sheet.mock.calls.length, question.mock.calls.length]).toEqual([0, 1]);
  step();
  expect([sheet.mock.calls.length, question.mock.calls.length]).toEqual([1, 1]);
  expect([at(), heard.mock.calls.length]).toEqual(['/user-library/b', 0]);
  step();
  expect([at(), heard.mock.calls.length]).toEqual(['/user-library', 1]);
});

it('a layer closed by hand leaves no entry in the history, however often', () => {
  const close = vi.fn();
  for (let time = 0; time < 3; time += 1) closeOnBack(close)();
  step();
  expect([at(), close.mock.calls.length, heard.mock.calls.length]).toEqual(['/user-library', 0, 1]);
});

it('a question closed by hand over a sheet leaves no entry either', () => {
  const sheet = vi.fn();
  closeOnBack(sheet);
  closeOnBack(() => {})();
  step();
  expect([at(), sheet.mock.calls.length]).toEqual(['/user-library/b', 1]);
  step();
  expect(at()).toBe('/user-library');
});

it('a question and the sheet below it, both closed by hand, leave no entry', () => {
  const sheet = closeOnBack(() => {});
  const question = closeOnBack(() => {});
  question();
  sheet();
  step();
  expect([at(), heard.mock.calls.length]).toEqual(['/user-library', 1]);
});

it('a link in a question over a sheet leads on, and one step back leads to the page', () => {
  const sheet = closeOnBack(() => {});
  const question = closeOnBack(() => {});
  history.pushState({ idx: 2 }, '', '/terms-and-conditions');
  question();
  sheet();
  step();
  expect([at(), heard.mock.calls.length]).toEqual(['/user-library/b', 1]);
});

it('a link in a layer leads on, and the step back skips the layer’s entry', () => {
  const closed = closeOnBack(() => {});
  history.pushState({ idx: 2 }, '', '/terms-and-conditions');
  closed();
  expect(at()).toBe('/terms-and-conditions');
  step();
  expect([at(), heard.mock.calls.length]).toEqual(['/user-library/b', 1]);
  step();
  expect([at(), heard.mock.calls.length]).toEqual(['/user-library', 2]);
});
