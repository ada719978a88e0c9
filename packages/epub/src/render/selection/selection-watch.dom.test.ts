import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReaderSelection } from '../reader-types.ts';
import type { SectionView } from '../sections/section-view.ts';
import { SelectionWatch } from './selection-watch.ts';

let reports: string[];
let cleared: number;
let watch: SelectionWatch;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<p>La niebla no borra las cosas.</p><p> </p>';
  reports = [];
  cleared = 0;
  watch = new SelectionWatch({
    read: async (_view, range) => ({ text: range.toString() }) as ReaderSelection,
    onSelect: ({ text }) => reports.push(text),
    onClear: () => (cleared += 1),
  });
  watch.listen({ document, isReady: true } as SectionView);
});
afterEach(() => {
  watch.destroy();
  document.getSelection()?.removeAllRanges();
  vi.useRealTimers();
});

const press = (type: string, pointerType: string) =>
  document.dispatchEvent(Object.assign(new Event(type), { pointerType, clientX: 0, clientY: 0 }));

/** Selects letters of a paragraph, as a user does. */
function select(from: number, to: number, paragraph = 0): void {
  const text = document.querySelectorAll('p')[paragraph]!.firstChild!;
  document.getSelection()!.setBaseAndExtent(text, from, text, to);
  document.dispatchEvent(new Event('selectionchange'));
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('reports a finger’s selection after 600 ms without a change', async () => {
  press('pointerdown', 'touch');
  select(0, 9);
  press('pointerup', 'touch');
  await pass(599);
  expect(reports).toEqual([]);
  await pass(1);
  expect(reports).toEqual(['La niebla']);
});

it("each move of the selection's ends restarts the 600 ms", async () => {
  press('pointerdown', 'touch');
  select(0, 2);
  await pass(400);
  select(0, 9);
  await pass(599);
  expect(reports).toEqual([]);
  await pass(1);
  expect(reports).toEqual(['La niebla']);
});

it('reports a mouse selection when the button is released, and not before', async () => {
  press('pointerdown', 'mouse');
  select(0, 9);
  await pass(5000);
  expect(reports).toEqual([]);
  press('pointerup', 'mouse');
  await pass(0);
  expect(reports).toEqual(['La niebla']);
});

it('does not report a selection of white space alone', async () => {
  press('pointerdown', 'touch');
  select(0, 1, 1);
  await pass(5000);
  expect(reports).toEqual([]);
});

it('reports once that a selection is gone', async () => {
  select(0, 9);
  await pass(600);
  select(0, 0);
  select(0, 0);
  expect([reports, cleared]).toEqual([['La niebla'], 1]);
});

it('copies words without the soft hyphens', async () => {
  // The code of selections comes with the first section.
  await import('./read-selection.ts');
  await pass(0);
  document.body.innerHTML = '<p>Ma\u00ADteo\u2060—. <i>Sí</i></p>';
  document.getSelection()!.selectAllChildren(document.querySelector('p')!);
  const copied = new Map<string, string>();
  const event = new Event('copy', { cancelable: true });
  document.dispatchEvent(
    Object.assign(event, { clipboardData: { setData: (type: string, data: string) => copied.set(type, data) } }),
  );
  expect(event.defaultPrevented).toBe(true);
  expect(copied.get('text/plain')).toBe('Mateo—. Sí');
  expect(copied.get('text/html')).toMatch(/^Mateo—. <i[^>]*>Sí<\/i>$/);
});
