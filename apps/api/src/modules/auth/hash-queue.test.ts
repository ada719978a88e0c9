import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHashQueue } from './passwords.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue whose work ends when the test says so, with the names in the order in which work was begun or refused. */
function standing(waiting = 100) {
  const queue = createHashQueue({ atOnce: 1, waiting });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const come = (name: string, from: string, isKnown = false): void => {
    const work = async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    };
    void queue.run({ from, isKnown }, work).catch(() => refused.push(name));
  };
  const settle = async () => vi.advanceTimersByTimeAsync(1);
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.();
      await settle();
      // Longer than any pause of the queue.
      if (ends.length === 0) await vi.advanceTimersByTimeAsync(120_000);
    }
  };
  return { come, begun, refused, settle, endAll };
}

it('a newcomer is next after a flood from as many networks', async () => {
  const { come, begun, settle, endAll } = standing();
  for (let n = 0; n < 40; n += 1) come(`hostile ${n}`, `10.0.0.${n}`);
  await settle();
  come('hers', '198.51.100.7');
  await endAll();
  expect(begun.indexOf('hers'), 'hostile ones before her').toBe(1);
  expect(begun).toHaveLength(41);
});

it('requests of known devices come first, then those of the network with the fewest waiting', async () => {
  const { come, begun, settle, endAll } = standing();
  come('running', '10.0.0.1');
  await settle();
  come('hers', '198.51.100.7');
  for (let n = 0; n < 20; n += 1) come(`flood ${n}`, '10.0.0.9');
  come('signed in', 'account', true);
  await endAll();
  expect(begun.slice(0, 3)).toEqual(['running', 'signed in', 'hers']);
});

it('a full queue refuses only the oldest requests of the flood', async () => {
  const { come, begun, refused, settle, endAll } = standing(10);
  come('running', '10.0.0.1');
  await settle();
  come('known', 'account', true);
  for (let n = 0; n < 12; n += 1) come(`flood ${n}`, '10.0.0.9');
  come('hers', '198.51.100.7');
  await endAll();
  expect(refused).toEqual(['flood 0', 'flood 1', 'flood 2', 'flood 3']);
  expect(begun.slice(0, 3)).toEqual(['running', 'known', 'hers']);
});

it('new networks get at most half of the time in a flood, and known devices wait for no pause', async () => {
  const queue = createHashQueue({ atOnce: 1, waiting: 100 });
  const done: string[] = [];
  const come = (name: string, isKnown = false): void => {
    const work = async () => new Promise<void>((resolve) => setTimeout(resolve, 50));
    void queue.run({ from: name, isKnown, isNew: !isKnown }, work).then(() => done.push(name));
  };
  for (let n = 0; n < 40; n += 1) come(`hostile ${n}`);
  await vi.advanceTimersByTimeAsync(975);
  expect(done, 'of 19 without a rest').toHaveLength(10);
  come('known', true);
  await vi.advanceTimersByTimeAsync(50);
  expect(done.slice(10)).toEqual(['known']);
  // A few requests in an ordinary moment are not slowed down.
  await vi.advanceTimersByTimeAsync(10_000);
  done.length = 0;
  for (let n = 0; n < 8; n += 1) come(`reader ${n}`);
  await vi.advanceTimersByTimeAsync(400);
  expect(done).toHaveLength(8);
});
