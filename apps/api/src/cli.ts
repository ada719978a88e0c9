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
  async backup() {
    const { backup } = await import('./commands/backup.ts');
    await runCommand(async (shop) => backup(shop, args));
  },
  async restore() {
    const { restore } = await import('./commands/restore.ts');
    await runCommand(async (shop) => restore(shop, args));
  },
};

/** What each command takes, for `--help`. */
const usage: Readonly<Record<string, string>> = {
  import:
    'npm run import -- ARCHIVO.epub [--book NOMBRE] [--part NOMBRE] [--price PESOS] [--release aaaa-MM-dd]\nCrea un libro y una parte con un EPUB.',
  'admin:create':
    'ADMIN_PASSWORD=... npm run admin:create -- --email CORREO --name NOMBRE\nCrea una cuenta de administración. La contraseña va en ADMIN_PASSWORD, de al menos 8 caracteres, para que no quede en el historial de la terminal.',
  'admin:reset-factor':
    'npm run admin:reset-factor -- CORREO\nQuita la verificación en dos pasos de quien perdió su teléfono y sus códigos.',
  'demo:close': 'npm run demo:close\nCierra las cuentas de demostración.',
  doctor: 'npm run doctor\nDice qué falta antes de la primera venta. Termina con 0 si no falta nada.',
  backup: 'npm run backup -- ARCHIVO\nGuarda cada fila y cada archivo, con la tienda andando.',
  restore:
    'npm run restore -- ARCHIVO [--replace] [--trial]\nRepone un respaldo. Con --trial lo prueba en una tienda aparte; con --replace reemplaza lo que haya.',
};

const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command && args.some((arg) => arg === '--help' || arg === '-h')) {
  process.stdout.write(`${usage[name] ?? ''}\n`);
} else if (command) {
  await command();
} else {
  const isHelp = name === '--help' || name === '-h' || name === 'help';
  (isHelp ? process.stdout : process.stderr).write(`Commands: ${Object.keys(commands).join(', ')}\n`);
  process.exitCode = isHelp ? 0 : 1;
}
