import { expect, it } from 'vitest';
import { createBackground } from './background.ts';

/** Work that can be told apart and ended from outside. */
function steps() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => async (): Promise<void> => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('runs the latest that was asked for while work of its name runs, once', async () => {
  const { begun, work, end } = steps();
  const background = createBackground(1);
  const done = background.run('refunds', work('first'));
  await end('');
  void background.run('refunds', work('second'));
  void background.run('refunds', work('third'));
  await end('first');
  await end('third');
  await done;
  expect(begun).toEqual(['first', 'third']);
});

it('runs the latest that was asked for while work of its name waits for a place', async () => {
  const { begun, work, end } = steps();
  const background = createBackground(1);
  void background.run('mails', work('mails'));
  await end('');
  void background.run('refunds', work('first'));
  void background.run('refunds', work('second'));
  await end('mails');
  await end('second');
  await background.idle();
  expect(begun).toEqual(['mails', 'second']);
});

it('goes on after work that fails', async () => {
  const background = createBackground(1);
  await background.run('refunds', async () => Promise.reject(new Error('no answer')));
  const { begun, work, end } = steps();
  const done = background.run('refunds', work('next'));
  await end('');
  await end('next');
  await done;
  expect(begun).toEqual(['next']);
});
