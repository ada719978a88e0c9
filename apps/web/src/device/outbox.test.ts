import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '@cuentos/contract/error-codes';
import { ApiError } from '../lib/api/api-error.ts';
import { countUnsent, flushOutbox, type OutboxEntry, registerHandler, unsentOf } from './outbox.ts';
import { syncDatabase } from './sync-database.ts';
import { freshDevice } from './testing/fresh-device.ts';

type Letter = OutboxEntry<{ readonly text: string }>;

const sentEntries: string[] = [];
/** Next answers of the server: an error, or null for success. */
const failures: (Error | null)[] = [];
/** Bodies of status 200 that replace the next answers. */
const strange: unknown[] = [];
const written: string[] = [];
const letters = registerHandler<Letter, number>({
  kind: 'letter',
  stores: ['positions'],
  prepare: async (entry) => (entry.text.endsWith('.') ? entry : { ...entry, text: `${entry.text}.` }),
  async send(entry) {
    const failure = failures.shift();
    if (failure) throw failure;
    if (strange.length > 0) return strange.shift() as number;
    sentEntries.push(entry.text);
    return sentEntries.length;
  },
  isAnswer: (value) => typeof value === 'number',
  classify: ({ status }) => (status === 422 || status === 413 ? 'refused' : status === 403 ? 'blocked' : null),
  async settle(entry, outcome, transaction, wasWaiting) {
    const left = await letters.list(transaction, entry.uid, entry.part_id);
    written.push([entry.text, outcome.kind, left.length, wasWaiting].join(' '));
  },
});

/** A second kind of entry, whose handler is not told about letters. */
const parcels = registerHandler<OutboxEntry, null>({
  kind: 'parcel',
  stores: [],
  send: async () => null,
  isAnswer: (value) => value === null,
  classify: () => null,
  settle: async () => {},
});

const refusal = (status: number, code: ErrorCode = 'internal') => new ApiError(status, { detail: '', code });
const letter = (text: string, partId = 'part', kind = 'letter'): Letter => {
  return { id: `id of ${text}`, uid: 'ana', part_id: partId, kind, text };
};
async function write(...entries: Letter[]): Promise<void> {
  const transaction = (await syncDatabase()).transaction('mutations', 'readwrite');
  for (const entry of entries) await letters.put(transaction, entry);
  await transaction.done;
}
const waiting = async () => (await unsentOf<{ text: string }>('letter', 'ana')).map(({ text }) => text);

beforeEach(async () => {
  await freshDevice();
  for (const list of [sentEntries, failures, strange, written]) list.length = 0;
});

describe('the outbox', () => {
  it('completes an entry once, before it is sent, so that a repetition is identical', async () => {
    await write(letter('uno'));
    failures.push(new TypeError('Failed to fetch'));
    await expect(flushOutbox()).resolves.toBe('waiting');
    expect(await waiting()).toEqual(['uno.']);
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(sentEntries).toEqual(['uno.']);
  });

  it('reports settled entries to their own handler, after the database has them', async () => {
    await write(letter('uno'), letter('dos'));
    const heard: unknown[] = [];
    const stopOther = parcels.onSettled(() => heard.push('a parcel'));
    const stop = letters.onSettled(({ entry, outcome }) => heard.push([entry.text, outcome]));
    failures.push(null, refusal(422));
    await flushOutbox();
    stop();
    stopOther();
    expect(heard).toEqual([
      ['uno.', { kind: 'taken', answer: 1 }],
      ['dos.', { kind: 'refused' }],
    ]);
    expect(written).toEqual(['uno. taken 1 true', 'dos. refused 0 true']);
    expect(await countUnsent('ana')).toBe(0);
  });

  it('holds back the later entries of a part with a blocked entry, and no others', async () => {
    await write(letter('uno'), letter('dos'), letter('tres', 'other'));
    failures.push(refusal(403));
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(sentEntries).toEqual(['tres.']);
    expect(await waiting()).toEqual(['uno.', 'dos']);
    // `parked` is the stored name of a blocked entry in each version of the app, so it must not change.
    expect((await (await syncDatabase()).getAll('mutations'))[0]).toMatchObject({ parked: true });
  });

  it('leaves an entry of a kind that this page does not know, and sends the others', async () => {
    await write(letter('de otra página', 'part', 'unknown'), letter('uno'));
    await flushOutbox();
    expect(sentEntries).toEqual(['uno.']);
    expect(await countUnsent('ana')).toBe(1);
  });

  it.each(['anti_forgery', 'cross_site_request', 'account_leaving'] as const)(
    'sends an entry again that was refused with %s',
    async (code) => {
      await write(letter('uno'));
      failures.push(refusal(422, code));
      await expect(flushOutbox()).resolves.toBe('waiting');
      expect(await waiting()).toEqual(['uno.']);
      await flushOutbox();
      expect(sentEntries).toEqual(['uno.']);
    },
  );

  it.each([false, {}, [], null, undefined, ''])(
    'sends an entry again when a 200 of %o does not answer it',
    async (answer) => {
      await write(letter('uno'));
      strange.push(answer);
      await expect(flushOutbox()).resolves.toBe('waiting');
      expect([await waiting(), written]).toEqual([['uno.'], []]);
      strange.push(answer);
      await expect(letters.send(letter('dos.'))).rejects.toThrow('no answer');
      await flushOutbox();
      expect(sentEntries).toEqual(['uno.']);
    },
  );

  it.each([
    ['keeps an entry that a proxy refused', 422, ['uno.']],
    ['drops an entry that is too large for a proxy', 413, []],
  ])('%s (%i without a code of ours)', async (_, status, left) => {
    await write(letter('uno'));
    failures.push(new ApiError(status, null));
    await flushOutbox();
    expect(await waiting()).toEqual(left);
  });

  it('sends a write again whose success it could not store', async () => {
    await write(letter('uno'));
    const settle = vi.spyOn(written, 'push').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(flushOutbox()).resolves.toBe('waiting');
    settle.mockRestore();
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(sentEntries).toEqual(['uno.', 'uno.']);
  });
});
