import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { guardNodeVersion } from './platform/guard-node-version.ts';

guardNodeVersion();
if (existsSync('.env')) loadEnvFile('.env');
const { runCommand } = await import('./commands/run-command.ts');
const [name = '', ...args] = process.argv.slice(2);

/** Commands by name, each loaded only when it is asked for. */
const commands: Readonly<Record<string, () => Promise<void>>> = {
  async import() {
    const { importEpub } = await import('./commands/import-epub.ts');
    await runCommand(async (shop) => importEpub(shop, args));
  },
  async 'admin:create'() {
    const { createAdmin } = await import('./commands/create-admin.ts');
    await runCommand(async (shop) => createAdmin(shop, args, process.env['ADMIN_PASSWORD']));
  },
  async 'admin:reset-factor'() {
    const { resetFactor } = await import('./commands/reset-factor.ts');
    await runCommand(async (shop) => resetFactor(shop, args));
  },
  async 'demo:close'() {
    const { closeDemoAccounts } = await import('./commands/demo-accounts.ts');
    await runCommand(closeDemoAccounts);
  },
  async doctor() {
    const { doctor, DOCTOR_STATUS } = await import('./commands/doctor.ts');
    process.exitCode = DOCTOR_STATUS.failed;
    await runCommand(async (shop) => {
      const { text, status } = await doctor(shop);
      process.exitCode = status;
      return text;
    }, DOCTOR_STATUS.failed);
  },
  async migrate() {
    const { migrateSchema } = await import('./commands/migrate-schema.ts');
    await runCommand(migrateSchema);
  },
  async backup() {
    const { backUp } = await import('./commands/back-up.ts');
    await runCommand(async (shop) => backUp(shop, args));
  },
  async restore() {
    const { restore } = await import('./commands/restore.ts');
    await runCommand(async (shop) => restore(shop, args));
  },
  async drill() {
    const { drill } = await import('./commands/drill.ts');
    await runCommand(async (shop) => drill(shop, args));
  },
};

const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command && args.some((arg) => arg === '--help' || arg === '-h')) {
  const { usageTexts } = await import('./commands/texts.ts');
  process.stdout.write(`${usageTexts[name] ?? ''}\n`);
} else if (command) {
  await command();
} else {
  const isHelp = name === '--help' || name === '-h' || name === 'help';
  (isHelp ? process.stdout : process.stderr).write(`Commands: ${Object.keys(commands).join(', ')}\n`);
  process.exitCode = isHelp ? 0 : 1;
}
