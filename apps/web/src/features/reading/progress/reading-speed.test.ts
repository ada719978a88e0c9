import { beforeEach, describe, expect, it } from 'vitest';
import { placeAt } from '../../../testing/place-at.ts';
import { learnSpeed, minutesFor, ReadingSpeed } from './reading-speed.ts';
import { speedTexts } from './texts.ts';

beforeEach(() => localStorage.clear());

/** Turns pages of 1200 characters in a book of 120000, each after this many seconds. */
function read(speed: ReadingSpeed, pages: number, seconds: number): void {
  for (let page = 0; page <= pages; page += 1) speed.see(placeAt({ percentage: page }), page * seconds * 1000);
}
const left = (speed: ReadingSpeed, characters = 12_000) =>
  Number(/\d+/.exec(speed.timeLeft(placeAt({ charactersLeftInChapter: characters })) ?? '')?.[0]);

describe('time left in the chapter', () => {
  it('starts with a common speed and learns the reader’s, also for the next book', () => {
    const speed = new ReadingSpeed(120_000);
    expect(left(speed)).toBe(10);
    read(speed, 40, 120);
    expect(left(speed)).toBeGreaterThan(18);
    expect(left(new ReadingSpeed(5000))).toBe(left(speed));
  });

  it('learns nothing from leafing, from a page left open, or from a hidden page', () => {
    const speed = new ReadingSpeed(120_000);
    read(speed, 30, 0.4);
    read(speed, 30, 900);
    speed.see(placeAt({ percentage: 50 }), 0);
    speed.lookAway();
    speed.see(placeAt({ percentage: 51 }), 60_000);
    expect(left(speed)).toBe(10);
  });

  it('learns nothing from jumps, turns back and pages of pictures', () => {
    expect(learnSpeed(1200, -1200, 1)).toBe(1200);
    expect(learnSpeed(1200, 40, 0.05)).toBe(1200);
    const speed = new ReadingSpeed(120_000);
    speed.see(placeAt({ percentage: 1 }), 0);
    speed.see(placeAt({ percentage: 9, reason: 'jump' }), 120_000);
    expect(left(speed)).toBe(10);
  });

  it('names no implausible time', () => {
    expect(minutesFor(0, 1200)).toBeNull();
    expect(minutesFor(30, 1200)).toBe(1);
    expect(minutesFor(3_000_000, 1200)).toBeNull();
    localStorage.setItem('readingSpeed', '-7');
    expect(left(new ReadingSpeed(1000))).toBe(10);
    localStorage.setItem('readingSpeed', 'Infinity');
    expect(left(new ReadingSpeed(1000))).toBe(10);
  });

  it('shows minutes, then hours', () => {
    const said = [1, 12, 60, 61, 125].map((minutes) => speedTexts.minutesLeft(minutes));
    expect(said).toEqual(['Queda 1 min', 'Quedan 12 min', 'Queda 1 h', 'Quedan 1 h 1 min', 'Quedan 2 h 5 min']);
  });
});
