// The proof `restarts-behind-proxies`: nginx, HAProxy and Caddy by the samples of deploy/ in front of two processes that
// are restarted in turn, and at last killed, under readers and writers.
//   node tools/prove/upgrade/restarts.mjs FIRST COUNT     which of the three
//   RESTARTS=20 restarts each process that many times
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../../launch/build.mjs';
import { sampleProxies } from '../../sample-proxies.mjs';
import { holdPostgres } from './hold-postgres.mjs';
import { presentVersion, sparePort, startProcess } from './versions.mjs';
import { accountFor, openShop, startVisitors } from './visitors.mjs';

const VISITORS = 24;
const RESTARTS = Number(process.env.RESTARTS ?? 10);
const KILLS = 4;
/** Time after a start, before the next process ends, ms: shorter than that for which nginx leaves a process out. */
const BETWEEN_MS = 1000;

// The certificate of the proxies is made here.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.removeAllListeners('warning');
const [first = 0, count = 3] = process.argv.slice(2, 4).map(Number);
await build();

async function prove(program) {
  const folder = mkdtempSync(join(tmpdir(), 'cuentos-restarts-'));
  const database = await holdPostgres();
  const ports = [await sparePort(), await sparePort()];
  const certificate = makeCertificate(folder);
  const { args, env, origin } = sampleProxies[program](await sparePort(), ports, { folder, certificate });
  const running = new Map();
  const start = async (port) =>
    running.set(port, await startProcess(presentVersion(), settingsOf({ folder, database, origin }), port));
  const proxy = spawn(program, args, { env: { ...process.env, HOME: folder, ...env }, stdio: 'ignore' });
  const ended = new Promise((resolve) => proxy.once('exit', resolve));
  try {
    for (const port of ports) await start(port);
    await untilAnswered(origin);
    const shop = await openShop(origin);
    const restarted = await visited(origin, shop, { from: 0 }, async () => {
      for (let round = 0; round < RESTARTS; round += 1) {
        for (const port of ports) {
          await running.get(port).stop();
          await start(port);
          await sleep(BETWEEN_MS);
        }
      }
    });
    const killed = await visited(origin, shop, { from: VISITORS, isKilled: true }, async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await running.get(ports[kill % 2]).kill();
        await start(ports[kill % 2]);
        await sleep(BETWEEN_MS);
      }
    });
    tell(program, restarted, killed);
  } finally {
    proxy.kill('SIGTERM');
    await ended;
    await Promise.allSettled([...running.values()].map(async (each) => each.stop()));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeCertificate(folder) {
  const [chain, key, both] = ['chain.pem', 'key.pem', 'both.pem'].map((name) => join(folder, name));
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', chain, '-subj', '/CN=x'];
  execFileSync('openssl', args, { stdio: 'ignore' });
  writeFileSync(both, readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'));
  return { chain, key, both };
}

const settingsOf = ({ folder, database, origin }) => ({
  NODE_ENV: 'development',
  PUBLIC_URL: origin,
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  AUTH_SECRET: 'a secret that only this proof knows, long enough',
  CAPTCHA_PROVIDER: 'none',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'silent',
  DRAIN_SECONDS: '4',
  BACKUP_HOUR: 'off',
  LIMIT_REGISTER_PER_HOUR: '1000000',
  LIMIT_PREFERENCE_PER_HOUR: '1000000',
});

async function untilAnswered(origin) {
  const isAnswered = async () =>
    fetch(origin).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isAnswered())) await sleep(100);
}

/** Lets visitors come and go while something happens. */
async function visited(origin, shop, { from, isKilled = false }, act) {
  const visitors = await startVisitors(origin, shop, VISITORS, { pause: 0, from });
  await act();
  await visitors.stop();
  const { requests, failures, highlights, registered } = visitors.seen;
  // The admin's session may be over by now.
  const lost = await accountFor(origin, visitors, await openShop(origin), { isKilled });
  return { requests, failures: [...failures], posts: [...highlights.values()].flat().length + registered.length, lost };
}

/** Prints the measurement in one line that the list of proofs stores, and the faults in others. */
function tell(program, restarted, killed) {
  // What a killed process was answering: nginx asks again where that does no harm, the others never.
  const isCut = ([what]) => (program === 'nginx' ? what.startsWith('POST') : !/ 500 /.test(what));
  const cut = killed.failures.filter(isCut);
  const refused = killed.failures.filter((each) => !isCut(each));
  const said = ([what, times]) => `${what.split('\n')[0]}: ${times} times`;
  const faults = [
    ...restarted.failures.map(said),
    ...restarted.lost,
    ...[...refused.map(said), ...killed.lost].map((fault) => `around a kill: ${fault}`),
  ];
  process.stdout.write(
    `restarts of two processes behind ${program}: ${2 * RESTARTS} restarts under ${restarted.requests} requests, ` +
      `${restarted.posts} highlights and registrations of them, each there once; ${KILLS} kills under ` +
      `${killed.requests} requests, ${cut.reduce((sum, [, times]) => sum + times, 0)} of them cut off by a kill; ` +
      `${faults.length} faults\n`,
  );
  for (const each of cut) process.stderr.write(`cut off by a kill: ${said(each)}\n`);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

for (const program of Object.keys(sampleProxies).slice(first, first + count)) await prove(program);
