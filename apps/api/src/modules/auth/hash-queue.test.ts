import { expect, it } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

/** A queue whose work ends when it is told to, and the names in the order in which it was begun, or refused. */
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
  const settle = async () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async () => {
    for (let next = await settle().then(() => ends.shift()); next; next = await settle().then(() => ends.shift()))
      next();
  };
  return { come, begun, refused, settle, endAll };
}

it('who comes after a flood from as many networks is next', async () => {
  const { come, begun, settle, endAll } = standing();
  for (let n = 0; n < 40; n += 1) come(`hostile ${n}`, `10.0.0.${n}`);
  await settle();
  come('hers', '198.51.100.7');
  await endAll();
  expect(begun.indexOf('hers'), 'hostile ones before her').toBe(1);
  expect(begun).toHaveLength(41);
});

it('who is known, and then who has the fewest waiting, goes before all others', async () => {
  const { come, begun, settle, endAll } = standing();
  come('running', '10.0.0.1');
  await settle();
  come('hers', '198.51.100.7');
  for (let n = 0; n < 20; n += 1) come(`flood ${n}`, '10.0.0.9');
  come('signed in', 'account', true);
  await endAll();
  expect(begun.slice(0, 3)).toEqual(['running', 'signed in', 'hers']);
});

it('a full queue refuses the oldest of the flood, and nobody else', async () => {
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
