import { expect, it } from 'vitest';
import { workThrough } from './work-through.ts';

it('works on every piece after one that fails, and tells the first failure', async () => {
  const done: number[] = [];
  const work = async (piece: number): Promise<void> => {
    if (piece % 2 === 1) throw new Error(`piece ${piece}`);
    done.push(piece);
  };
  await expect(workThrough([1, 2, 3, 4], undefined, work)).rejects.toThrow('piece 1');
  expect(done).toEqual([2, 4]);
});

it('tells no failure of a piece that its signal broke off', async () => {
  const ending = new AbortController();
  const work = async (): Promise<void> => {
    ending.abort();
    throw new Error('broken off');
  };
  await expect(workThrough([1, 2], ending.signal, work)).resolves.toBeUndefined();
});

it('begins no piece after its signal', async () => {
  const ending = new AbortController();
  const done: number[] = [];
  await workThrough([1, 2, 3], ending.signal, async (piece) => {
    done.push(piece);
    if (piece === 2) ending.abort();
  });
  expect(done).toEqual([1, 2]);
});
