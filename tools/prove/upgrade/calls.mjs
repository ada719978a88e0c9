import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { changeByBoth } from './changes.mjs';
import { register, signIn } from './visitors.mjs';

const CONTRACT = 'packages/contract/src';
const NOBODY = '00000000-0000-7000-8000-000000000000';
/** Addresses with endless answers. */
const STREAMS = new Set(['/api/changes/stream']);
/**
 * Accounts of the demonstration shop by the access of a call; a call that changes a reader's data uses an account of
 * the version's own.
 */
const ACCOUNTS = { user: 'lectora@demo.cl', writter: 'escritora@demo.cl', admin: 'admin@demo.cl' };
/** Matches the names of fields that differ between any two answers. */
const MOMENTARY =
  /^(?:request_id|now|server_time|nonce|challenge|maxnumber|salt|signature|secret|url|uri|.*_url|.*token|checked_at|made_at|beat|last_used_at)$/;

/** Returns the calls of a version by method and address. */
async function callsOf({ folder }) {
  const calls = new Map();
  for (const name of readdirSync(join(folder, CONTRACT)).filter((each) => /^[\w-]+\.ts$/.test(each))) {
    const path = join(folder, CONTRACT, name);
    if (!existsSync(path)) continue;
    for (const call of Object.values(await import(pathToFileURL(path).href))) {
      if (typeof call?.path === 'string' && typeof call.method === 'string' && call.rules)
        calls.set(`${call.method} ${call.path}`, call);
    }
  }
  return calls;
}

/**
 * Makes every call of the contract at a process of the version before and at one of the new version, on one database.
 * Both must answer alike, and each version must understand the other's answers, because an open tab of one version may
 * reach a process of the other.
 * @param {readonly [{ version: object, origin: string }, { version: object, origin: string }]} sides before, new
 * @returns {Promise<{ readonly calls: number, readonly answers: number, readonly refusals: number,
 *   readonly changes: number, readonly added: readonly string[], readonly faults: readonly string[] }>}
 */
export async function compareCalls([before, after]) {
  const [old, present] = [await callsOf(before.version), await callsOf(after.version)];
  const faults = [...old.keys()].filter((key) => !present.has(key)).map((key) => `${key} is gone`);
  const added = [...present.keys()].filter((key) => !old.has(key));
  const people = await signInAll([before.origin, after.origin]);
  const values = await knownValues(before.origin, people);
  const tally = { answers: 0, refusals: 0 };
  for (const [key, call] of present) {
    if (!old.has(key) || STREAMS.has(call.path)) continue;
    const sides = [
      { origin: before.origin, schema: old.get(key).rules.answer, reader: people.readers[0] },
      { origin: after.origin, schema: call.rules.answer, reader: people.readers[1] },
    ];
    faults.push(...(await compareCall(call, sides, { people, values, tally })));
  }
  const changes = await changeByBoth([before.origin, after.origin], { headers: people.team.user, values, faults });
  return { calls: present.size, ...tally, changes, added, faults };
}

/** Opens sessions by one version; the other one accepts them. */
async function signInAll([before, after]) {
  const team = {};
  for (const [access, email] of Object.entries(ACCOUNTS)) team[access] = await signIn(before, email, 'cuentos-demo');
  const readers = [];
  for (const origin of [before, after]) {
    const answer = await register(origin, `par-${readers.length}@ejemplo.cl`);
    readers.push({ authorization: `Bearer ${(await answer.json()).access_token}` });
  }
  return { team, readers };
}

/** Returns existing ids for the parameters of addresses. */
async function knownValues(origin, { team }) {
  const get = async (path, headers) => (await fetch(`${origin}${path}`, { headers })).json();
  const [book] = await get('/api/books/', {});
  const { user_book_parts: owned } = await get('/api/user_book_parts/', team.user);
  const me = await get('/api/users/me', team.user);
  const orders = await get('/api/orders', team.user);
  const partId = owned.find(({ release_date: day }) => Date.parse(day) < Date.now()).book_part_id;
  const opened = await get(`/api/book_part/open/${partId}`, team.user);
  return {
    book: book.id,
    part: partId,
    user: me.id,
    order: (Array.isArray(orders) ? orders : (orders.orders ?? []))[0]?.id ?? NOBODY,
    edition: opened.edition_id ?? NOBODY,
  };
}

/** Fills the parameters of an address: with existing ids for a read, with unknown ids for a change. */
function addressOf({ method, path }, values) {
  const noun = [
    [/orders|gifts/, values.order],
    [/admin\/users/, values.user],
    [/editions/, values.edition],
    [/books|book_part\/:book_id|follows|user_book_parts\/:book_id/, values.book],
    [/./, values.part],
  ].find(([pattern]) => pattern.test(path))[1];
  const isRead = method === 'GET';
  return path
    .replaceAll(/:offset/g, '0')
    .replaceAll(/:limit/g, '10')
    .replaceAll(/:month/g, '2026-11')
    .replaceAll(/:kind/g, 'privacy')
    .replaceAll(/:section/g, 'identity')
    .replaceAll(/:email/g, 'nadie%40ejemplo.cl')
    .replaceAll(/:name/g, 'seller')
    .replaceAll(/:part_id|:part\b/g, isRead ? values.part : NOBODY)
    .replaceAll(/:book_id/g, isRead ? values.book : NOBODY)
    .replaceAll(/:edition_id/g, isRead ? values.edition : NOBODY)
    .replaceAll(/:\w+/g, isRead ? noun : NOBODY)
    .replaceAll('*', 'nada.xhtml');
}

async function compareCall(call, sides, { people, values, tally }) {
  const { method, path } = call;
  const askSide = async (side) => ask(call, side, { people, values });
  for (let attempt = 1; ; attempt += 1) {
    const answers = [await askSide(sides[0]), await askSide(sides[1])];
    // Ignores a change that a job makes meanwhile, such as pictures of a new shop, which is no difference between the
    // versions.
    const isStill =
      method !== 'GET' ||
      differenceOf(steady((await askSide(sides[0])).body, method), steady(answers[0].body, method), '') === null;
    if (isStill || attempt === 10) return judge(`${method} ${path}`, { method, answers, sides, tally });
  }
}

/** Makes a call: a read with existing ids, a change with an empty body and unknown ids. */
async function ask(call, { origin, reader }, { people, values }) {
  const { method, access } = call;
  const isRead = method === 'GET';
  const account = access === 'user' && !isRead ? reader : (people.team[access] ?? {});
  const answer = await fetch(`${origin}${addressOf(call, values)}`, {
    method,
    redirect: 'manual',
    headers: isRead ? account : { ...account, 'content-type': 'application/json' },
    ...(isRead ? {} : { body: '{}' }),
  });
  return { status: answer.status, body: readJson(await answer.text()) };
}

function judge(key, { method, answers, sides, tally }) {
  const [old, present] = answers;
  const isAnswer = old.status < 300;
  tally[isAnswer ? 'answers' : 'refusals'] += 1;
  if (old.status !== present.status) return [`${key}: ${old.status} before, ${present.status} now`];
  if (old.status >= 500) return [`${key}: ${old.status}`];
  const faults = [];
  const difference = differenceOf(steady(old.body, method), steady(present.body, method), '');
  if (difference !== null) faults.push(`${key}: the answers differ in ${difference}`);
  if (!isAnswer || old.body === undefined) return faults;
  const understands = (side, { body }) => side.schema?.safeParse(body).success !== false;
  if (!understands(sides[0], present)) faults.push(`${key}: a tab of before does not understand the answer of now`);
  if (!understands(sides[1], old)) faults.push(`${key}: a tab of now does not understand the answer of before`);
  return faults;
}

/**
 * Returns an answer without the fields that differ between any two; of the answer to a change only the types are
 * compared.
 */
function steady(value, method) {
  if (Array.isArray(value)) return value.map((each) => steady(each, method));
  if (typeof value !== 'object' || value === null) return method === 'GET' ? value : typeof value;
  const entries = Object.entries(value).filter(([name]) => !MOMENTARY.test(name));
  return Object.fromEntries(
    entries
      .map(([name, each]) => [name, name === 'code' ? each : steady(each, method)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Returns the first difference of two answers as a path of names; null when they are the same. */
function differenceOf(a, b, path) {
  const isPlain = [a, b].some((each) => typeof each !== 'object' || each === null);
  if (isPlain) return a === b ? null : path || 'all';
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const difference = differenceOf(a[name], b[name], `${path}/${name}`);
    if (difference !== null) return difference;
  }
  return null;
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
