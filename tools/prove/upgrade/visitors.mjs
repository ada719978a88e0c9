import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Pages that visitors open, with all the files that the pages name. */
const PAGES = ['/', '/login', '/register'];
const PASSWORD = 'una-clave-de-prueba';
/** Pause between two turns of a visitor, ms, which leaves processor time for other work. */
const PAUSE_MS = 500;

/** Signs an account in. @returns {Promise<Record<string, string>>} the headers of its calls */
export async function signIn(origin, username, password) {
  const body = new URLSearchParams({ username, password, captcha: 'x' });
  const answer = await fetch(`${origin}/api/auth/`, { method: 'POST', body });
  if (answer.status !== 200) throw new Error(`${username} was not let in: ${answer.status} ${await answer.text()}`);
  return { authorization: `Bearer ${(await answer.json()).access_token}` };
}

/** Signs the admin of the demonstration shop in, and finds a part that is free. */
export async function openShop(origin) {
  const admin = await signIn(origin, 'admin@demo.cl', 'cuentos-demo');
  const books = await (await fetch(`${origin}/api/books/`)).json();
  const isFree = ({ ebook, value, release_date: day }) => ebook && value === 0 && Date.parse(day) < Date.now();
  const part = books.flatMap(({ parts }) => parts).find(isFree);
  return { admin, partId: part.id };
}

/** Registers somebody new. @returns the answer of the shop */
export const register = async (origin, email) =>
  fetch(`${origin}/api/users/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ana', email, password: PASSWORD, confirmPassword: PASSWORD, captcha: 'x' }),
  });

/**
 * Starts visitors who read pages, move in a book, highlight in it and register, each request right after the last answer.
 * @param {string} origin
 * @param {{ readonly partId: string }} shop with a part that is free
 * @param {number} count
 * @param {{ readonly pause?: number, readonly from?: number }} [habits] `pause` between two turns, ms; `from`: number of the
 *   first visitor
 */
export async function startVisitors(origin, { partId }, count, { pause = PAUSE_MS, from = 0 } = {}) {
  const seen = {
    requests: 0,
    assets: 0,
    failures: new Map(),
    highlights: new Map(),
    registered: [],
    places: new Map(),
  };
  const people = [];
  for (let n = from; n < from + count; n += 1) people.push(await newReader(origin, { partId, n }));
  const going = new AbortController();
  const loops = people.map(async (person) => {
    for (let turn = 0; !going.signal.aborted; turn += 1) {
      await visit(origin, { person, partId, turn, seen });
      await sleep(pause);
    }
  });
  return {
    seen,
    people,
    async stop() {
      going.abort();
      await Promise.all(loops);
    },
  };
}

/** Registers a visitor and gets a free part. */
async function newReader(origin, { partId, n }) {
  const email = `lector-${n}@ejemplo.cl`;
  const answer = await register(origin, email);
  if (answer.status !== 201) throw new Error(`nobody could register: ${answer.status} ${await answer.text()}`);
  const headers = { authorization: `Bearer ${(await answer.json()).access_token}` };
  await readAnswer(`${origin}/api/user_book_parts/get_preference_id/${partId}`, headers);
  await readAnswer(`${origin}/api/book_part/open/${partId}`, headers);
  return { n, headers, highlights: 0 };
}

/**
 * Makes a turn of one visitor: a page with its files, three lists, a move, a highlight, and now and then a new account.
 */
async function visit(origin, { person, partId, turn, seen }) {
  const ask = asker(origin, seen);
  const own = { ...person.headers, 'content-type': 'application/json' };
  const page = await ask('GET', PAGES[(person.n + turn) % PAGES.length], { kind: 'page' });
  for (const [path] of new Set(page.matchAll(/\/assets\/[\w./-]+/g))) {
    seen.assets += 1;
    await ask('GET', path, { kind: '/assets/' });
  }
  for (const path of ['/api/books/', '/api/user_book_parts/', `/api/book_part/open/${partId}`])
    await ask('GET', path, { headers: person.headers, kind: path });
  const place = { last_location: 'epubcfi(/6/4!/4/2)', percentage: turn % 100, mutation_id: randomUUID() };
  const moved = await ask('PUT', `/api/user_book_parts/${partId}`, { headers: own, body: place, kind: 'position' });
  if (moved !== '') seen.places.set(person.n, JSON.parse(moved).revision);
  const id = randomUUID();
  const range = (person.highlights += 1);
  const mark = { id, mutation_id: id, book_part_id: partId, cfi_range: `epubcfi(/6/4!/4/2,/1:0,/1:${range})` };
  const marked = await ask('POST', '/api/user_book_part_highlights/', { headers: own, body: mark, kind: 'highlight' });
  if (marked !== '') seen.highlights.set(person.n, [...(seen.highlights.get(person.n) ?? []), id]);
  if ((person.n + turn) % 20 === 0) {
    const email = `nuevo-${randomUUID()}@ejemplo.cl`;
    const fields = { name: 'Ana', email, password: PASSWORD, confirmPassword: PASSWORD, captcha: 'x' };
    const json = { 'content-type': 'application/json' };
    if ((await ask('POST', '/api/users/', { headers: json, body: fields, kind: 'register' })) !== '')
      seen.registered.push(email);
  }
}

/** Returns a function that sends requests and counts failed ones, whose text is then empty. */
function asker(origin, seen) {
  return async (method, path, { headers = {}, body, kind }) => {
    seen.requests += 1;
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      const answer = await fetch(`${origin}${path}`, { method, headers, ...given });
      const text = await answer.text();
      if (answer.ok) return text;
      count(seen.failures, `${method} ${kind} ${answer.status} ${text.slice(0, 120)}`);
    } catch (error) {
      count(seen.failures, `${method} ${kind} ${String(error.cause?.code ?? error.name)}`);
    }
    return '';
  };
}

const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);

async function readAnswer(url, headers) {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/**
 * Looks for everything that was acknowledged.
 * @param {{ readonly isKilled?: boolean }} [acts] `isKilled`: a killed process may have done more than it answered
 * @returns {Promise<string[]>} what was lost or is there twice
 */
export async function accountFor(origin, { seen, people }, { partId, admin }, { isKilled = false } = {}) {
  const faults = [];
  for (const { n, headers } of people) {
    const list = await readAnswer(`${origin}/api/user_book_part_highlights/${partId}`, headers);
    const stored = list.map(({ id }) => id).toSorted();
    const known = (seen.highlights.get(n) ?? []).toSorted();
    const sought = isKilled ? stored.filter((id) => known.includes(id)) : stored;
    if (JSON.stringify(sought) !== JSON.stringify(known))
      faults.push(`reader ${n}: ${stored.length} highlights are there and ${known.length} were acknowledged`);
    const place = await readAnswer(`${origin}/api/user_book_parts/last_location/${partId}`, headers);
    const isLast = place.revision === seen.places.get(n) || (isKilled && place.revision > seen.places.get(n));
    if (!isLast) faults.push(`reader ${n}: the place is not the last acknowledged one`);
  }
  for (const email of seen.registered) {
    const found = await readAnswer(`${origin}/api/admin/users/0/10?q=${encodeURIComponent(email)}`, admin);
    const accounts = found.filter((user) => user.email === email);
    if (accounts.length !== 1) faults.push(`${email} has ${accounts.length} accounts`);
  }
  return faults;
}
