// The proof `upgrade`: runs the version before beside the new one, on one database and one bucket.
//   node tools/prove/upgrade/run.mjs
//   UPGRADE_FROM=<commit> takes another version before; UPGRADE_ENGINE=sqlite|postgres another database than PostgreSQL,
//   or SQLite where there is none; UPGRADE_SECONDS=20 another time of each act.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3_TEST_KEYS, startStrictS3 } from '../../../apps/api/src/testing/strict-s3.ts';
import { build } from '../../launch/build.mjs';
import { findPostgres } from '../../programs.mjs';
import { startBalancer } from './balancer.mjs';
import { compareCalls } from './calls.mjs';
import { holdPostgres } from './hold-postgres.mjs';
import { openTab } from '../../../e2e/upgrade/tab.ts';
import { earlierVersion, presentVersion, sparePort, startProcess } from './versions.mjs';
import { accountFor, openShop, startVisitors } from './visitors.mjs';

const VISITORS = 50;
const ACT_MS = Number(process.env.UPGRADE_SECONDS ?? 15) * 1000;
const engine = process.env.UPGRADE_ENGINE ?? (findPostgres() ? 'postgres' : 'sqlite');

await build();
const versions = { before: await earlierVersion(process.env.UPGRADE_FROM), after: presentVersion() };
const folder = mkdtempSync(join(tmpdir(), 'cuentos-upgrade-'));
const database = engine === 'postgres' ? await holdPostgres() : null;
const balancer = await startBalancer(await sparePort());
const bucket = await startStrictS3();
bucket.openTo = balancer.origin;
const [first, second] = [await sparePort(), await sparePort()];
const running = new Map();
try {
  await prove();
} finally {
  await balancer.close();
  await Promise.allSettled([...running.values()].map(async (each) => each.stop()));
  await database?.stop();
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
}

async function prove() {
  await start(first, versions.before);
  await start(second, versions.after);
  const sides = [
    { version: versions.before, origin: `http://127.0.0.1:${first}` },
    { version: versions.after, origin: `http://127.0.0.1:${second}` },
  ];
  const compared = await compareCalls(sides);
  for (const fault of compared.faults) process.stderr.write(`${fault}\n`);
  await replace(second, versions.before);
  await balancer.use([first, second]);
  const shop = await openShop(balancer.origin);
  const visitors = await startVisitors(balancer.origin, shop, VISITORS);
  const tab = await openTab(balancer.origin);
  const acts = [];
  const act = async (name, change) => {
    const begun = visitors.seen.requests;
    await change();
    await sleep(ACT_MS);
    await tab.use();
    acts.push(`${name}: ${visitors.seen.requests - begun} requests`);
    process.stdout.write(`${acts.at(-1)}, ${visitors.seen.failures.size} kinds of failures so far\n`);
    for (const [what, times] of [...visitors.seen.failures].slice(0, 5))
      process.stderr.write(`${what}: ${times} times\n`);
  };
  await act('before', async () => undefined);
  await act('upgrade', async () => replaceBoth(versions.after));
  const later = await openTab(balancer.origin);
  await act('back', async () => replaceBoth(versions.before));
  await later.use();
  await visitors.stop();
  await tab.close();
  await later.close();
  const lost = await accountFor(balancer.origin, visitors, shop);
  tell({ compared, acts, seen: visitors.seen, lost, tabs: [...tab.faults, ...later.faults] });
}

async function start(port, version) {
  const env = {
    NODE_ENV: 'development',
    PUBLIC_URL: balancer.origin,
    DATA_DIR: folder,
    ...(database ? { DATABASE_URL: database.url } : {}),
    AUTH_SECRET: 'a secret that only this proof knows, long enough',
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: S3_TEST_KEYS.bucket,
    S3_REGION: S3_TEST_KEYS.region,
    S3_ACCESS_KEY_ID: S3_TEST_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_TEST_KEYS.secretAccessKey,
    CAPTCHA_PROVIDER: 'none',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    // Long enough for a balancer that shares two cores with everything else here.
    DRAIN_SECONDS: '4',
    LIMIT_REGISTER_PER_HOUR: '1000000',
    LIMIT_PREFERENCE_PER_HOUR: '1000000',
  };
  running.set(port, await startProcess(version, env, port));
}

async function replace(port, version) {
  await running.get(port).stop();
  running.delete(port);
  await start(port, version);
}

/** Replaces the processes one after the other, as docs/operations/upgrade.md says. */
async function replaceBoth(version) {
  for (const port of [first, second]) await replace(port, version);
}

/** Prints the measurement in one line that the list of proofs stores, and the faults in others. */
function tell({ compared, acts, seen, lost, tabs }) {
  const marks = [...seen.highlights.values()].flat().length;
  const failures = [...seen.failures].map(([what, times]) => `${what}: ${times} times`);
  const later = [...failures, ...lost, ...tabs];
  const faults = [...compared.faults, ...later];
  const { calls, answers, refusals, changes, added } = compared;
  process.stdout.write(
    `upgrade of ${versions.before.commit} to ${versions.after.commit} and back (${engine}): ${calls} calls, of which ` +
      `${answers} answered and ${refusals} refused alike, ${changes} changes read by the other version, ${added.length} ` +
      `calls new; ${VISITORS} visitors: ${acts.join(', ')}; ${seen.assets} files of pages, ${marks} highlights, ` +
      `${seen.registered.length} registrations, each there once; ` +
      `${balancer.unready} requests while no process said that it is ready; ${faults.length} faults\n`,
  );
  if (added.length > 0) process.stdout.write(`New calls: ${added.join(', ')}\n`);
  for (const fault of later) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
