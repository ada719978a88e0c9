import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { getEditionFile } from '@cuentos/contract/editions';
import { listBooks, publicBooks } from '@cuentos/contract/books';
import { login, tokens } from '@cuentos/contract/auth';
import { type Call, type ParamsOf, urlOf } from '@cuentos/contract/call';
import { openedPart, openPart } from '@cuentos/contract/reading';
import { z } from 'zod';
import { buildApp } from '../app.ts';
import { pageServicesOf, type Shop } from '../compose.ts';
import { insertUser, newUser } from '../modules/auth/service.ts';
import { grantPart } from '../modules/entitlements/service.ts';
import { type MoneySums, sumMoney } from '../platform/db/money-sums.ts';
import { registerPages } from '../platform/ssr/register-pages.ts';
import { chooseSnapshot } from './kept-backups.ts';
import { withShopFrom } from './restore.ts';
import { CommandFailure } from './run-command.ts';
import { drillTexts as t } from './texts.ts';

/** Findings of a drill in the shop that it made of a backup. */
interface DrillReport {
  readonly books: number;
  /** Number of parts whose first chapter was opened. */
  readonly parts: number;
  /** Pesos that came in and went, as the ledger has them. */
  readonly ledger: number;
}

/**
 * Rehearses the loss of the server: puts the newest backup, or that of a day, into a passing folder, opens the shop of it
 * on this machine alone and does what the next reader would do. The shop's settings are made from nothing, so that mail
 * server, payment provider, bucket and everything else outside is absent, and no job runs: nothing can go out.
 * `--serve` leaves the shop open until the command is ended.
 * @throws {CommandFailure} naming the first thing that is not as it should be
 */
export async function drill(shop: Shop, args: readonly string[]): Promise<string> {
  const { serve, from, at, port } = readArguments(args);
  const begunAt = performance.now();
  const source = await chooseSnapshot(shop, from, at);
  return withShopFrom(
    source,
    async (beside, restored) => {
      const open = await openShop(beside, serve);
      try {
        const report = await lookAround(beside, open.origin);
        const sentence = t.done(restored, report, (performance.now() - begunAt) / 1000);
        if (!serve) return sentence;
        process.stdout.write(`${sentence}\n${t.serving(open.origin)}\n`);
        await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
        return t.closed;
      } finally {
        await open.close();
      }
    },
    port,
  );
}

function readArguments(args: readonly string[]) {
  const word = { type: 'string' } as const;
  const options = { serve: { type: 'boolean', default: false }, at: word, from: word, port: word } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    return { serve: values.serve, from: values.from ?? null, at: values.at ?? null, port: Number(values.port ?? 0) };
  } catch {
    throw new CommandFailure(t.usage);
  }
}

/** @param withPages also serves the pages, for a person who looks at the shop */
async function openShop(beside: Shop, withPages: boolean): Promise<{ origin: string; close(): Promise<void> }> {
  const { config, ports, modules } = beside;
  const app = await buildApp(config, ports, modules);
  if (withPages) {
    const makePages = await registerPages(app, pageServicesOf(beside), ports);
    await makePages();
  }
  await app.listen({ host: '127.0.0.1', port: config.PORT });
  const { port } = app.server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: async () => app.close() };
}

/** Signs in a new reader who owns every listed part, and opens the first chapter of each. */
async function lookAround(beside: Shop, origin: string): Promise<DrillReport> {
  const books = await ask(origin, listBooks, { answer: publicBooks });
  // Leaves out parts before their release: the shop opens them to no reader.
  const isOut = (releaseDate: string): boolean => Date.parse(releaseDate) <= beside.ports.clock.now();
  const parts = books.flatMap((book) => book.parts.filter((part) => part.ebook && isOut(part.release_date)));
  const reader = await addReader(
    beside,
    parts.map(({ id }) => id),
  );
  const { access_token: token } = await ask(origin, login, { answer: tokens, body: { ...reader, captcha: '' } });
  for (const { id, name } of parts) {
    const opened = await ask(origin, openPart, { params: { part_id: id }, token, answer: openedPart });
    const { sections } = withSections.parse(opened.publication);
    const params = { edition_id: opened.edition_id, '*': sections.find(({ missing }) => !missing)?.path ?? '' };
    const chapter = await send(origin, getEditionFile, { params, token });
    if ((await chapter.arrayBuffer()).byteLength === 0) throw new CommandFailure(t.emptyChapter(name));
  }
  const sums: MoneySums = await sumMoney(beside.ports.db.read);
  return { books: books.length, parts: parts.length, ledger: sums['money_movements.amount'] ?? 0 };
}

/** The part of a publication that leads to its first chapter. */
const withSections = z.object({ sections: z.array(z.object({ path: z.string(), missing: z.boolean() })) });

async function addReader({ ports: { db, clock } }: Shop, parts: readonly string[]) {
  const password = randomBytes(24).toString('base64url');
  const now = clock.now();
  const user = await newUser(
    { name: 'Simulacro', email: `simulacro-${now}@ejemplo.cl`, password, role: 'reader' },
    now,
  );
  await db.withTx(async (tx) => {
    await insertUser(tx, { ...user, email_verified_at: now });
    const grant = { userId: user.id, source: 'grant', orderId: null, grantedBy: null, expiresAt: null } as const;
    for (const partId of parts) await grantPart(tx, { ...grant, partId }, now);
  });
  return { username: user.email, password };
}

interface Question<C extends Call> {
  readonly params?: ParamsOf<C>;
  readonly token?: string;
  readonly body?: object;
}

/** @throws {CommandFailure} for anything but a good answer */
async function send<C extends Call>(origin: string, call: C, { params, token, body }: Question<C>): Promise<Response> {
  const response = await fetch(`${origin}${urlOf(call, params)}`, {
    method: call.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new CommandFailure(t.refused(call.summary, response.status));
  return response;
}

async function ask<C extends Call, A extends z.ZodType>(
  origin: string,
  call: C,
  { answer, ...question }: Question<C> & { readonly answer: A },
): Promise<z.output<A>> {
  const response = await send(origin, call, question as Question<C>);
  return answer.parse(await response.json());
}
