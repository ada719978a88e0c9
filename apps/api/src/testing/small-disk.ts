import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this machine lets tests mount disks. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk, except for `room` bytes. */
  fill(room?: number): void;
  free(): void;
  unmount(): void;
}

/** Mounts a small disk for a test. */
export function mountDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'cuentos-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(room = 0) {
      try {
        for (;;) appendFileSync(ballast, Buffer.alloc(4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
      truncateSync(ballast, statSync(ballast).size - room);
    },
    free: () => rmSync(ballast, { force: true }),
    unmount() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
