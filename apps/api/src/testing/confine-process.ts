import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const GROUPS = '/sys/fs/cgroup';
const PERIOD_US = 50_000;

/**
 * Gives a process no more than a share of one core, by a control group of Linux (both versions of them; needs root).
 * @param percent share of a core
 * @returns a function that removes the group, to be called once the process has ended
 */
export function confineProcess(pid: number, percent: number): () => void {
  const quota = Math.round((PERIOD_US * percent) / 100);
  const isFirstVersion = existsSync(join(GROUPS, 'cpu'));
  const folder = join(GROUPS, isFirstVersion ? 'cpu' : '', `cuentos-bench-${pid}`);
  if (!isFirstVersion) writeFileSync(join(GROUPS, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(folder);
  const write = (name: string, value: string): void => writeFileSync(join(folder, name), value);
  if (isFirstVersion) {
    write('cpu.cfs_period_us', String(PERIOD_US));
    write('cpu.cfs_quota_us', String(quota));
  } else write('cpu.max', `${quota} ${PERIOD_US}`);
  write('cgroup.procs', String(pid));
  return () => rmdirSync(folder);
}
