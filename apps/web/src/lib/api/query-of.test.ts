import { getBook, listBooks } from '@cuentos/contract/books';
import { getThread, listThreads } from '@cuentos/contract/messages';
import { quoteParts } from '@cuentos/contract/quote';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { keyOf } from './query-key.ts';
import { queryOf } from './query-of.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the key of a call', () => {
  it('is its address: the key of a call below an address begins with the key of that address', () => {
    expect(keyOf(listBooks)).toEqual(['api', 'books']);
    expect(keyOf(getBook, { params: { id: 'a' } })).toEqual(['api', 'books', 'a']);
    expect(keyOf(getThread)).toEqual(keyOf(listThreads));
  });

  it('depends on the values of the call', () => {
    const queryKey = keyOf(quoteParts, { query: { part_ids: 'a', gift: null } });
    expect(queryKey).not.toEqual(keyOf(quoteParts, { query: { part_ids: 'b', gift: null } }));
    expect(queryKey.slice(0, 2)).toEqual(keyOf(quoteParts));
  });
});

it('a query asks the server once, and invalidating a key above it includes it', async () => {
  const calls = fakeApi({ 'GET /api/books/a': { body: { id: 'a' } } });
  const client = new QueryClient();
  const query = { ...queryOf(getBook, { params: { id: 'a' } }), staleTime: Infinity };
  await client.fetchQuery(query);
  await client.fetchQuery(query);
  expect(calls).toHaveLength(1);
  await client.invalidateQueries({ queryKey: keyOf(listBooks) });
  await client.fetchQuery(query);
  expect(calls).toHaveLength(2);
});
