import type { PositionRecord } from '@cuentos/contract/reading';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HeldQuestion, IDLE_MS } from './held-question.ts';

const remote = (percentage: number, revision = 5): PositionRecord => ({
  last_location: 'there',
  percentage,
  revision,
  edition_id: 'edition',
  updated_at: '2026-11-27T15:00:00Z',
});

let asked: number[];
let here: number;
let isBusy: boolean;
let question: HeldQuestion;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, here, isBusy] = [[], 20, false];
  question = new HeldQuestion({
    percentage: () => here,
    isBusy: () => isBusy,
    ask: ({ percentage }) => void asked.push(percentage),
  });
});
afterEach(() => vi.useRealTimers());

it('is asked when the book is opened, and when a move arrives as the book becomes visible again', () => {
  question.learn(remote(60), true);
  question.arrive();
  question.learn(remote(70));
  expect(asked).toEqual([60, 70]);
});

it('waits while pages are turned, and is asked once, about the newest move, when the book becomes visible again', () => {
  question.move();
  question.learn(remote(60));
  question.learn(remote(70, 6));
  expect(question.askBeforeTurn()).toBe(false);
  question.move();
  expect(asked).toEqual([]);
  question.arrive();
  question.arrive();
  expect(asked).toEqual([70]);
});

it('waits while the first page is being read', () => {
  question.arrive();
  vi.advanceTimersByTime(60_000);
  question.learn(remote(60));
  expect(question.askBeforeTurn()).toBe(false);
  expect(asked).toEqual([]);
});

it('is asked after a long rest: at once, or in place of the turn that ends the rest', () => {
  question.move();
  question.learn(remote(60));
  vi.advanceTimersByTime(IDLE_MS + 1);
  expect(question.askBeforeTurn()).toBe(true);
  question.learn(remote(70, 6));
  expect(asked).toEqual([60, 70]);
});

it('is never asked during a selection or a dialog: it waits until the next turn, and no longer', () => {
  isBusy = true;
  question.learn(remote(60), true);
  expect(question.askBeforeTurn()).toBe(false);
  isBusy = false;
  expect(question.askBeforeTurn()).toBe(true);
  expect(asked).toEqual([60]);
  isBusy = true;
  question.arrive();
  question.learn(remote(70, 6));
  isBusy = false;
  question.move();
  expect(question.askBeforeTurn()).toBe(false);
  expect(asked).toEqual([60]);
});

it('is dropped once the reader has reached that percentage: that move is the later one', () => {
  question.move();
  question.learn(remote(60));
  here = 60;
  question.move();
  question.arrive();
  expect(asked).toEqual([]);
});
