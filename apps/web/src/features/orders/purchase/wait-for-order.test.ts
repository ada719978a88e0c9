import type { Order } from '@cuentos/contract/orders';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { waitForOrder } from './use-checkout.ts';

const order = (state: Order['state']): Order => ({
  id: 'o',
  state,
  total: 990,
  book_id: 'b',
  part_ids: ['p'],
  created_at: '2026-11-21T15:00:00Z',
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function outcome(answers: (Order | Error)[]): Promise<string | null> {
  const next = async () => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) as Order | Error;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const result = waitForOrder(next, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(61_000);
  return result;
}

it('ends in success once the order is paid', async () => {
  await expect(outcome([order('open'), order('pending'), order('paid')])).resolves.toBe('success');
});

it('ends in success when one of its parts is returned, and at once when all are', async () => {
  await expect(outcome([order('open'), order('partially_refunded')])).resolves.toBe('success');
  await expect(outcome([order('open'), order('refunded')])).resolves.toBe('returned');
});

it('ends in failure when it is rejected', async () => {
  await expect(outcome([order('open'), order('rejected')])).resolves.toBe('failure');
});

it('is pending after a minute', async () => {
  await expect(outcome([order('open')])).resolves.toBe('pending');
});

it('asks again after a failed request', async () => {
  await expect(outcome([new Error('no route'), order('paid')])).resolves.toBe('success');
});

it('is null for an unknown order', async () => {
  await expect(outcome([new ApiError(404, null)])).resolves.toBeNull();
});
