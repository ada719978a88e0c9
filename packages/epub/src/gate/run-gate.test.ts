import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeEpub } from '../testing/make-epub.ts';
import { GateFailed, measureEditionInChild, prepareEditionInChild } from './run-gate.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'run-gate-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function write(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
}

/** Time limit of tests that kill or stop workers: a busy machine takes long to give a book its processor seconds. */
const MINUTE_MS = 60_000;
const many = { chapters: Array.from({ length: 3000 }, (_, n) => ({ html: `<p>${n}</p>` })) };

/** Signals the worker that prepares a book in a folder, once its pid differs from `before`. @returns the pid */
async function signalWorker(out: string, signal: NodeJS.Signals, before = 0): Promise<number> {
  const find = async (): Promise<number | undefined> => {
    const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ');
    for (const id of children.map(Number).filter((each) => each !== before)) {
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('prepare-edition-worker') && command.includes(out)) return id;
    }
    return undefined;
  };
  const worker = await vi.waitUntil(find, { timeout: 30_000, interval: 5 });
  process.kill(worker, signal);
  return worker;
}

describe('prepareEditionInChild', () => {
  it('returns the same result as the gate in this process', async () => {
    const out = join(directory, 'a');
    const result = await prepareEditionInChild(await write('a.epub', makeEpub({ title: 'Ñandú' })), out);
    expect(result).toMatchObject({ accepted: true, publication: { metadata: { title: 'Ñandú' } } });
    expect((await readdir(out)).toSorted()).toEqual(['edition.epub', 'resources']);
  });

  it('passes refusals on', async () => {
    const input = await write('b.epub', new Uint8Array());
    const { outcome, peakBytes } = await measureEditionInChild(input, join(directory, 'b'));
    expect(outcome).toEqual({ accepted: false, reason: 'empty', detail: {} });
    expect(peakBytes).toBeGreaterThan(1_000_000);
  });

  it('refuses a book that takes too long, and leaves no file', async () => {
    const out = join(directory, 'c');
    await mkdir(out);
    const result = await prepareEditionInChild(await write('c.epub', makeEpub(many)), out, {
      timeoutMs: 1000,
      clockMs: MINUTE_MS,
    });
    expect(result).toEqual({ accepted: false, reason: 'too-complex', detail: { what: 'time' } });
    expect(await readdir(out)).toEqual([]);
  });

  it('refuses markup whose repair never ends', async () => {
    const document = `<p>&amp ${'<div><p>'.repeat(200_000)}`;
    const input = await write('d.epub', makeEpub({ chapters: [{ document }] }));
    const out = join(directory, 'd');
    await mkdir(out);
    const result = await prepareEditionInChild(input, out, { timeoutMs: 3_000, clockMs: MINUTE_MS });
    expect(result).toMatchObject({ accepted: false, reason: 'too-complex' });
    expect(await readdir(out)).toEqual([]);
  });

  it('stops when its signal is aborted and leaves no file', async () => {
    const controller = new AbortController();
    const out = join(directory, 'e');
    await mkdir(out);
    const input = await write('e.epub', makeEpub(many));
    const running = prepareEditionInChild(input, out, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('basta')), 300);
    await expect(running).rejects.toThrow('basta');
    expect(await readdir(out)).toEqual([]);
  });

  it("throws instead of refusing when the fault is not the book's", async () => {
    const input = join(directory, 'a-folder.epub');
    await mkdir(input);
    await expect(prepareEditionInChild(input, join(directory, 'f'))).rejects.toThrow(GateFailed);
  });

  it.runIf(existsSync('/proc/self/task'))(
    'a worker that the system kills is no fault of the book, and leaves no file',
    async () => {
      const out = join(directory, 'g');
      await mkdir(out);
      const running = prepareEditionInChild(await write('g.epub', makeEpub(many)), out);
      const failed = running.catch((error: unknown) => error);
      await signalWorker(out, 'SIGKILL');
      expect(await failed).toMatchObject({ name: 'GateFailed', code: 'ENOMEM' });
      expect(await readdir(out)).toEqual([]);
    },
  );

  it.runIf(existsSync('/proc/self/task'))(
    'a worker that gets too little processor time is started again, and the book is not called complex',
    async () => {
      const out = join(directory, 'h');
      await mkdir(out);
      const book = await write('h.epub', makeEpub(many));
      const judged = prepareEditionInChild(book, out, { clockMs: 2000 }).catch((error: unknown) => error);
      // A stopped worker gets as little processor time as one on a machine that does other work.
      const first = await signalWorker(out, 'SIGSTOP');
      await signalWorker(out, 'SIGSTOP', first);
      expect(await judged).toMatchObject({ name: 'GateFailed', code: 'EBUSY' });
      expect(await readdir(out)).toEqual([]);
    },
    60_000,
  );

  it("reports the system's error code, so that a full disk differs from a fault of the shop", () => {
    const full = 'Error: ENOSPC: no space left on device, write\n    at async writeFile';
    expect(new GateFailed(full).code).toBe('ENOSPC');
    expect(new GateFailed('TypeError: ENOSPCX is not a function').code).toBeUndefined();
  });
});
