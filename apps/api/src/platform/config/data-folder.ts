import { chmod, mkdir, stat } from 'node:fs/promises';
import { errorCode } from '../error-code.ts';

/**
 * Makes the data folder, readable by this user alone. One that every user of the machine may enter, as earlier versions made
 * it, is closed to them, and with it every book and mail inside; what its group may do is left to the operator.
 * @throws when there is no such place or nothing may be written to it.
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode } = await stat(folder);
  if ((mode & 0o007) === 0) return;
  await chmod(folder, mode & 0o770).catch((error: unknown) => {
    // The folder belongs to another user, who decides about its permissions.
    if (errorCode(error) !== 'EPERM') throw error;
  });
}
