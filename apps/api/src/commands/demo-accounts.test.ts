import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findUserBy, insertUser, newUser } from '../modules/auth/service.ts';
import type { Db } from '../platform/db/db.ts';
import { openTestDb, type TestDb } from '../testing/open-test-db.ts';
import { startWorker } from '../testing/run-worker.ts';

let place: TestDb & { readonly db: Db };
beforeEach(async () => {
  place = await openTestDb();
});
afterEach(async () => place.drop());

const env = () => ({
  ...process.env,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.test',
  PAYMENT_SANDBOX: 'true',
  TRUST_PROXY: 'none',
  LOG_LEVEL: 'silent',
  DATA_DIR: place.folder,
  DATABASE_URL: place.url,
  AUTH_SECRET: 'a secret that only the tests know, long enough',
  PORT: '0',
});

async function addAccount(email: string, password: string, role: 'admin' | 'reader' = 'admin') {
  const user = await newUser({ name: 'Alguien', email, password, role }, 0);
  await place.db.withTx(async (tx) => insertUser(tx, user));
  return user.id;
}

/**
 * Starts a server in production.
 * @returns 'starts' if it listens, or fails only for lack of built pages, which tests have not; otherwise its output
 */
async function start(): Promise<string> {
  const server = startWorker('../main.ts', [], env());
  const ended = await Promise.race([server.ended, server.waitFor('is ready at').catch(() => undefined)]);
  if (ended === undefined) server.process.kill('SIGKILL');
  await server.ended;
  return server.output().includes('demonstration') ? server.output() : 'starts';
}

async function command(...args: string[]): Promise<string> {
  const run = startWorker('../cli.ts', args, env());
  expect(await run.ended).toBe(0);
  return run.output();
}

describe('a production server on the data of a development shop with demo accounts', () => {
  it.each([
    ['admin@demo.cl', 'admin'],
    ['lectora@demo.cl', 'reader'],
    ['ana@ejemplo.cl', 'admin'],
  ] as const)(
    'does not start while the password of %s is the known one, and says how to mend it',
    async (email, role) => {
      await addAccount(email, 'cuentos-demo', role);
      const output = await start();
      expect(output).toContain(email);
      expect(output).toContain('npm run demo:close');
    },
  );

  it('starts once the demo accounts are closed, which ends every way to sign in to them', async () => {
    const demo = await addAccount('admin@demo.cl', 'cuentos-demo');
    const renamed = await addAccount('ana@ejemplo.cl', 'cuentos-demo');
    const own = await addAccount('jefa@ejemplo.cl', 'una-clave-propia');
    expect(await command('demo:close')).toContain('admin@demo.cl, ana@ejemplo.cl');
    const after = async (id: string) => findUserBy(place.db.read, 'id', id);
    expect((await after(demo))?.deleted_at).not.toBeNull();
    expect(await after(renamed)).toMatchObject({ deleted_at: null, password_hash: null });
    expect((await after(own))?.password_hash).not.toBeNull();
    expect(await start()).toBe('starts');
    expect(await command('demo:close')).toContain('Ninguna');
  });

  it('starts if the demo accounts have a password of their own, or were deleted', async () => {
    await addAccount('admin@demo.cl', 'una-clave-propia');
    const gone = await addAccount('lectora@demo.cl', 'cuentos-demo', 'reader');
    await place.db.withTx(async (tx) =>
      tx.updateTable('users').set({ deleted_at: 1 }).where('id', '=', gone).execute(),
    );
    expect(await start()).toBe('starts');
    // An admin may undelete the account while the shop runs, so it must have no password.
    expect(await findUserBy(place.db.read, 'id', gone)).toMatchObject({ deleted_at: 1, password_hash: null });
  });
});

describe('help', () => {
  it.each(['admin:create', 'import', 'doctor', 'restore'])(
    '%s --help describes the arguments and changes nothing',
    async (name) => {
      const run = startWorker('../cli.ts', [name, '--help'], {
        ...env(),
        DATABASE_URL: 'nothing that could be opened',
      });
      await run.ended;
      expect(run.process.exitCode).toBe(0);
      expect(run.output()).toContain(`npm run ${name}`);
    },
  );
});
