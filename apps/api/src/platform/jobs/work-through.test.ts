import { expect, it } from 'vitest';
import { workThrough, workThroughPages } from './work-through.ts';

it('every piece after a failed one is processed, and the first failure is reported', async () => {
  const done: number[] = [];
  const work = async (piece: number): Promise<void> => {
    if (piece % 2 === 1) throw new Error(`piece ${piece}`);
    done.push(piece);
  };
  await expect(workThrough([1, 2, 3, 4], undefined, work)).rejects.toThrow('piece 1');
  expect(done).toEqual([2, 4]);
});

it('a piece that the signal interrupted is not reported as failed', async () => {
  const ending = new AbortController();
  const work = async (): Promise<void> => {
    ending.abort();
    throw new Error('broken off');
  };
  await expect(workThrough([1, 2], ending.signal, work)).resolves.toBeUndefined();
});

it('no piece is begun after the signal', async () => {
  const ending = new AbortController();
  const done: number[] = [];
  await workThrough([1, 2, 3], ending.signal, async (piece) => {
    done.push(piece);
    if (piece === 2) ending.abort();
  });
  expect(done).toEqual([1, 2]);
});

it('every page is processed, whatever fails or stays in the pages before', async () => {
  const done: number[] = [];
  const all = [1, 2, 3, 4, 5, 6, 7];
  const pageAfter = async (last: number | null) => all.filter((piece) => piece > (last ?? 0)).slice(0, 2);
  const work = async (piece: number): Promise<void> => {
    if (piece < 5) throw new Error(`piece ${piece}`);
    done.push(piece);
  };
  await expect(workThroughPages(pageAfter, undefined, work)).rejects.toThrow('piece 1');
  expect(done).toEqual([5, 6, 7]);
});

it('no page is read after the signal', async () => {
  const ending = new AbortController();
  let pages = 0;
  const pageAfter = async () => [(pages += 1)];
  await workThroughPages(pageAfter, ending.signal, async (page) => {
    if (page === 3) ending.abort();
  });
  expect(pages).toBe(3);
});
