import { SECOND_MS } from '@cuentos/domain/time/durations';
import type { Job } from '../../platform/jobs/job-runner.ts';
import type { Ports } from '../../ports/ports.ts';
import { failRun, nextRun } from './runs.ts';
import type { StartChild } from './start-child.ts';
import { backupFailures } from './texts.ts';

/** How often it looks for a backup to make: an admin who pressed 'Respaldar ahora' waits for it. */
const EVERY_MS = 10 * SECOND_MS;

/** Makes the backup that is due, in a process of its own. @param hour of Santiago; null makes those that are asked for */
export function createBackupJob(ports: Pick<Ports, 'db' | 'clock'>, hour: number | null, start: StartChild): Job {
  return {
    name: 'backup',
    everyMs: EVERY_MS,
    async run(signal) {
      const run = await nextRun(ports, hour);
      if (!run || signal.aborted) return;
      const child = start(['backup', '--run', run.id]);
      child.output.resume();
      signal.addEventListener('abort', child.stop, { once: true });
      const code = await child.ended;
      signal.removeEventListener('abort', child.stop);
      if (code === 0) return;
      // The reason that the child wrote itself stays.
      await failRun(ports, run.id, backupFailures.brokenOff);
      if (!signal.aborted) throw new Error(`the backup ended with ${code}: ${child.complaint()}`);
    },
  };
}
