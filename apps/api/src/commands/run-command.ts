import { composeShop, type Shop } from '../compose.ts';
import { ConfigError, readConfig } from '../platform/config/config.ts';

/** A command cannot do what it was asked; the message is for the person at the terminal. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
}

/** Runs a command on the shop that the settings describe, prints its sentence and sets the exit status. */
export async function runCommand(command: (shop: Shop) => Promise<string>): Promise<void> {
  try {
    const shop = await composeShop(readConfig(process.env), { patient: true });
    try {
      process.stdout.write(`${await command(shop)}\n`);
    } finally {
      await shop.close();
    }
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
