import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useTask } from './use-task.ts';

afterEach(cleanup);

function Form({ work }: { readonly work: (leave: () => void) => Promise<unknown> }) {
  const { busy, run } = useTask();
  return <button onClick={() => void run(work).catch(() => {})}>{busy ? 'busy' : 'idle'}</button>;
}

/** Renders a button with a task. @returns how often the task began, and functions that end it */
function show(leaves = false) {
  const ends: PromiseWithResolvers<void>[] = [];
  render(
    <Form
      work={async (leave) => {
        if (leaves) leave();
        const end = Promise.withResolvers<void>();
        ends.push(end);
        await end.promise;
      }}
    />,
  );
  return ends;
}

const words = () => screen.getByRole('button').textContent;
const press = async () => act(async () => void fireEvent.click(screen.getByRole('button')));

it('a second press is ignored while the task runs, and starts it again afterwards', async () => {
  const ends = show();
  await act(async () => {
    fireEvent.click(screen.getByRole('button'));
    fireEvent.click(screen.getByRole('button'));
  });
  expect([ends.length, words()]).toEqual([1, 'busy']);
  await act(async () => ends[0]?.resolve());
  expect(words()).toBe('idle');
  await press();
  expect([ends.length, words()]).toEqual([2, 'busy']);
});

it('is idle again when the task fails', async () => {
  const ends = show();
  await press();
  await act(async () => ends[0]?.reject(new Error('no')));
  expect(words()).toBe('idle');
});

it('stays busy while the next document loads, until the browser restores this one', async () => {
  const ends = show(true);
  await press();
  await act(async () => ends[0]?.resolve());
  expect(words()).toBe('busy');
  const back = (persisted: boolean) =>
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
  back(false);
  expect(words()).toBe('busy');
  back(true);
  expect(words()).toBe('idle');
  await press();
  expect(ends).toHaveLength(2);
});
