import type { CDPSession } from '@playwright/test';

/** An event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread during the event. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly documentLoaderURL?: string } };
}

const TASK = 'ThreadControllerImpl::RunTask';

/**
 * Records the main thread's tasks of a page from now on. Counts their processor time: on a busy machine a task of 20 ms
 * may take 200 ms by the clock, which is not the page's fault.
 * @returns function that stops the recording, and returns the milliseconds beyond `noticed` of all tasks after the
 * first paint
 */
export async function watchThread(client: CDPSession, noticed: number): Promise<(url: string) => Promise<number>> {
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
  const traceConfig = { includedCategories: ['toplevel', 'loading', 'blink.user_timing'] };
  await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  return async (url) => {
    await client.send('Tracing.end');
    await ended;
    const inOrder = events.toSorted((one, other) => one.ts - other.ts);
    const start = inOrder.find(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url);
    const paint = inOrder.find(({ name, pid }) => name === 'firstContentfulPaint' && pid === start?.pid);
    if (!paint) return Number.NaN;
    let end = 0;
    let blocked = 0;
    for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of inOrder) {
      // Skips a task inside another one, which already counts it.
      if (name !== TASK || pid !== paint.pid || tid !== paint.tid || ts < end) continue;
      end = ts + dur;
      const before = Math.max(0, paint.ts - ts);
      if (end > paint.ts) blocked += Math.max(0, (tdur - before) / 1000 - noticed);
    }
    return blocked;
  };
}
