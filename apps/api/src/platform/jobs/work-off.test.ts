import { describe, expect, it, vi } from 'vitest';
import { workOff } from './work-off.ts';

const COUNT = 3;
const never = new AbortController().signal;

describe('several workers', () => {
  it('all work on what comes after some found nothing and one found the first piece', async () => {
    const pieces: { readonly id: string }[] = [];
    let looks = 0;
    const begun: string[] = [];
    const end = Promise.withResolvers<void>();
    const worked = workOff(COUNT, never, {
      due: async () => {
        looks += 1;
        // The first piece comes while the last worker looks; the others come once it is being worked on.
        if (looks === COUNT) pieces.push({ id: 'a' });
        return [...pieces];
      },
      work: async ({ id }) => {
        begun.push(id);
        if (id === 'a') pieces.push({ id: 'b' }, { id: 'c' });
        await end.promise;
      },
      isOurs: undefined,
    });
    await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c']), { timeout: 10_000 });
    end.resolve();
    await worked;
  });

  it('end at once when nothing is due, and when one of them lost the lease', async () => {
    const due = vi.fn(async () => []);
    await workOff(COUNT, never, { due, work: async () => {}, isOurs: undefined });
    expect(due).toHaveBeenCalledTimes(COUNT);
    const work = vi.fn(async () => {});
    await workOff(COUNT, never, { due: async () => [{ id: 'a' }, { id: 'b' }], work, isOurs: async () => false });
    expect(work).not.toHaveBeenCalled();
  });

  it('end with the first failure, after what is under way', async () => {
    const done: string[] = [];
    const pieces = ['fails', 'slow', 'never begun'].map((id) => ({ id }));
    const failure = Promise.withResolvers<void>();
    const worked = workOff(2, never, {
      due: async () => pieces,
      work: async ({ id }) => {
        if (id === 'fails') {
          failure.resolve();
          throw new Error('refused');
        }
        await failure.promise;
        done.push(id);
      },
      isOurs: undefined,
    });
    await expect(worked).rejects.toThrow('refused');
    expect(done).toEqual(['slow']);
  });
});
