import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { BlankCover } from './cover.tsx';

afterEach(cleanup);

const linesOf = (title: string) => {
  const { container } = render(<BlankCover seed="book-1" label="" title={title} />);
  return Array.from(container.querySelectorAll('tspan'), (line) => line.textContent?.trim());
};

it('shows a short title in large letters', () => {
  expect(linesOf('La micro de las seis')).toEqual(['La micro de', 'las seis']);
});

it('keeps every word of a long title', () => {
  const title = 'El ingenioso hidalgo don Quijote de la Mancha y otras historias';
  expect(linesOf(title).join(' ')).toBe(title);
});

it('shortens a title that does not fit with dots', () => {
  const lines = linesOf('palabra '.repeat(60));
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toMatch(/…$/);
});

it('cuts a word that is wider than the cover', () => {
  for (const line of linesOf('Desoxirribonucleótidosintetizadores')) expect(line?.length).toBeLessThanOrEqual(21);
});
