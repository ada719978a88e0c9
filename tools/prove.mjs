// `npm run prove`: makes the full counts of the long proofs, in shards, resumable. docs/proofs.md lists the runs so far.
//   node tools/prove.mjs [--shard 3/12] [--only NAME,NAME] [--postgres] [--again]
//   node tools/prove.mjs --report
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './launch/build.mjs';
import { root } from './launch/stamps.mjs';
import { makePiece, needsShop } from './prove/make-piece.mjs';
import { proofs } from './prove/proofs.mjs';
import { pageOf, rowsOf } from './prove/report.mjs';
import { addResult, codeCommit, readResults } from './prove/results.mjs';
import { runShard } from './prove/run-shard.mjs';

const { values } = parseArgs({
  options: {
    shard: { type: 'string', default: '1/1' },
    only: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});

if (values.report) report();
else await prove();

function report() {
  const page = join(root, 'docs', 'proofs.md');
  const rows = rowsOf(proofs, readResults(), existsSync(page) ? readFileSync(page, 'utf8') : '');
  console.log(rows.join('\n'));
  writeFileSync(page, pageOf(proofs, rows));
}

async function prove() {
  const [, shard, shards] = /^(\d+)\/(\d+)$/.exec(values.shard)?.map(Number) ?? [];
  if (!(shard >= 1 && shard <= shards)) throw new Error('--shard is K/N with K from 1 to N, such as 3/12');
  const names = values.only?.split(',') ?? proofs.map(({ name }) => name);
  const chosen = names.map((name) => proofs.find((proof) => proof.name === name) ?? unknown(name));
  const engines = values.postgres ? ['postgres'] : ['sqlite', 'none', 'browser'];
  const isInShop = ({ engines: own, file }) => own.includes('browser') && needsShop(file);
  if (engines.includes('browser') && chosen.some(isInShop)) await build();
  const commit = codeCommit();
  console.log(`Shard ${shard} of ${shards} at ${commit}`);
  const wanted = { proofs: chosen, engines, shard, shards, again: values.again, commit };
  const add = (result) => {
    // Refuses a piece that ran while the code changed, which proves neither commit.
    if (codeCommit() !== commit)
      throw new Error(`The code changed from ${commit} while the piece ran; it is not kept.`);
    addResult(result);
  };
  const tools = { read: readResults, add, make: makePiece, say: (line) => console.log(line) };
  const failures = await runShard(wanted, tools);
  console.log(failures === 0 ? 'No piece failed.' : `${failures} pieces failed.`);
  process.exitCode = failures === 0 ? 0 : 1;
}

function unknown(name) {
  throw new Error(`There is no proof ${name}; there are ${proofs.map((proof) => proof.name).join(', ')}.`);
}
