import { composeShop, type Shop } from '../compose.ts';
import { ConfigError, readConfig } from '../platform/config/config.ts';
import { isUnavailable } from '../platform/db/db.ts';
import { MigrationError } from '../platform/db/migrate.ts';
import { certificateFault, failureReason } from '../platform/failure-reason.ts';
import { certificateNext, failureSentences } from '../platform/texts.ts';
import { StartFailure } from '../platform/start-failure.ts';
import { StorageUnavailable } from '../ports/storage.ts';
import { commandTexts as t } from './texts.ts';

/** Thrown when a command cannot be executed; the message is for the person at the terminal. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}

/**
 * Does a step of a command; what fails for a reason outside the program is told by its name and reason.
 * @param place that the step works on, as a sentence begins: 'El almacén de archivos en /datos/files'.
 * @throws {CommandFailure} faults of the program itself go on as they are.
 */
export async function commandStep<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const failure = failureReason(error);
    const why = failure ? `${failureSentences[failure.reason]} (${failure.code})` : unavailableSentence(error);
    if (why === null) throw error;
    const fault = certificateFault(error);
    throw new CommandFailure(`${place} ${why}.${fault ? ` ${certificateNext[fault]}` : ''}`, { cause: error });
  }
}

/** Finds the sentence for an error of the database or the object store. */
function unavailableSentence(error: unknown): string | null {
  if (error instanceof StorageUnavailable) return refusalSentence(error);
  return isUnavailable(error) ? t.unusable : null;
}

function refusalSentence({ status, message }: StorageUnavailable): string {
  if (status === undefined) return `${t.unusable} (${message})`;
  return status === 401 || status === 403 ? t.refused(status) : status === 404 ? t.noBucket : t.answered(status);
}

/** How the sentences of {@link commandStep} name what a shop works on. */
export const placesOf = ({ config, ports }: Pick<Shop, 'config' | 'ports'>) => ({
  database:
    config.DATABASE_URL === undefined ? t.database(config.dataDir) : t.database(new URL(config.DATABASE_URL).host),
  files:
    ports.storage.origin === null
      ? t.folder(config.dataDir)
      : t.bucket(config.S3_BUCKET ?? '', config.S3_ENDPOINT ?? ''),
  data: t.data(config.dataDir),
  backups: ports.backups.kind === 'folder' ? t.backupFolder(ports.backups.place) : t.backupBucket(ports.backups.place),
});

/**
 * Runs a command on the shop that the settings describe, prints its sentence unless it is empty, and sets the exit status.
 * @param failed the status of a command that cannot be run.
 */
export async function runCommand(command: (shop: Shop) => Promise<string>, failed = 1): Promise<void> {
  try {
    const shop = await composeShop(readConfig(process.env), { patient: true });
    try {
      const sentence = await command(shop);
      if (sentence !== '') process.stdout.write(`${sentence}\n`);
    } finally {
      await shop.close();
    }
  } catch (error) {
    const expectedFailures = [CommandFailure, ConfigError, StartFailure, MigrationError];
    if (!expectedFailures.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = failed;
  }
}
