import { expect, it } from 'vitest';
import { createBackground } from './background.ts';

/** Named work that the test ends. */
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

it('work requested while its name is running runs afterwards, once, in its latest form', async () => {
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

it('work requested while its name waits for a place runs in its latest form', async () => {
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

it('later work runs after work that failed', async () => {
  const background = createBackground(1);
  await background.run('refunds', async () => Promise.reject(new Error('no answer')));
  const { begun, work, end } = steps();
  const done = background.run('refunds', work('next'));
  await end('');
  await end('next');
  await done;
  expect(begun).toEqual(['next']);
});
