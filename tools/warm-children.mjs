// Replaces the child processes of the gate, samples, advice and anchoring in tests: runs their scripts one after the
// other in a thread, which keeps loaded modules. A process for each took two thirds of the time of tests that upload a
// book. run-child.test.ts, run-gate.test.ts and ingest-many.test.ts use real processes to test how a child is limited
// and killed.
import { fileURLToPath } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** Always false: a thread shares the heap of its process. */
export const isOutOfMemory = () => false;

let thread;
let count = 0;
let last = Promise.resolve();

/** @type {typeof import('../packages/epub/src/child/run-child.ts').runChild} */
export function runChild(args, limits) {
  const run = last.then(() => runInThread(args, limits));
  last = run.catch(() => undefined);
  return run;
}

function runInThread([script, ...args], { timeoutMs, signal }) {
  thread ??= startThread();
  const current = thread;
  return new Promise((resolve) => {
    const settle = (outcome) => {
      clearTimeout(timer);
      current.off('message', settle);
      signal?.removeEventListener('abort', abort);
      resolve({ signal: null, endedBy: null, ...outcome });
    };
    const kill = (endedBy) => {
      thread = undefined;
      void current.terminate();
      settle({ code: null, signal: 'SIGKILL', stdout: '', stderr: '', endedBy });
    };
    const abort = () => kill(null);
    const timer = setTimeout(kill, timeoutMs, 'processor');
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    current.on('message', settle);
    count += 1;
    current.postMessage({ script, args, count });
  });
}

function startThread() {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: 'children' });
  worker.unref();
  return worker;
}

if (workerData === 'children') listen(parentPort);

function listen(port) {
  port.on('message', async ({ script, args, count: number }) => {
    let stdout = '';
    process.stdout.write = (text, done) => {
      stdout += text;
      done?.();
      return true;
    };
    process.argv = [process.execPath, script, ...args];
    try {
      await import(`${script}?run=${number}`);
      port.postMessage({ code: 0, stdout, stderr: '' });
    } catch (error) {
      port.postMessage({ code: 1, stdout, stderr: error.stack });
    }
  });
}
