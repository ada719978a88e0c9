import { composeShop, type Shop } from '../compose.ts';
import { ConfigError, readConfig } from '../platform/config/config.ts';
import { MigrationError } from '../platform/db/migrate.ts';
import { StartFailure } from '../platform/start-failure.ts';

/** A command cannot do what it was asked; the message is for the person at the terminal. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}

/**
 * Runs a command on the shop that the settings describe, prints its sentence and sets the exit status.
 * @param failed the status of a command that cannot be run.
 */
export async function runCommand(command: (shop: Shop) => Promise<string>, failed = 1): Promise<void> {
  try {
    const shop = await composeShop(readConfig(process.env), { patient: true });
    try {
      process.stdout.write(`${await command(shop)}\n`);
    } finally {
      await shop.close();
    }
  } catch (error) {
    const known = [CommandFailure, ConfigError, StartFailure, MigrationError];
    if (!known.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = failed;
  }
}
