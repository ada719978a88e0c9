import { demoAccounts, demoBooks } from '@cuentos/demo/catalogue';
import { type DemoPurchase, demoPurchases } from '@cuentos/demo/purchases';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { type Shop, shopAt } from '../compose.ts';
import { findUserBy } from '../modules/auth/service.ts';
import { countAsSent } from '../modules/mail/service.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Db } from '../platform/db/db.ts';
import type { OnProgress } from '../platform/progress-line.ts';
import type { UserRow } from '../platform/db/tables/accounts.ts';
import type { Services } from '../modules.ts';

/** Payments get numbers of their own, above those that tests choose. */
const FIRST_PAYMENT = 87_000_000_001;
/** Time by which the clock advances after each purchase. */
const SETTLING_MS = 1000;

/** Rows of the demonstration shop by what the catalogue calls them. */
interface DemoIds {
  readonly users: ReadonlyMap<string, UserRow>;
  /** By book and part slug. */
  readonly parts: ReadonlyMap<string, string>;
  readonly adminId: string;
}

interface DemoHistory {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly ids: DemoIds;
  readonly clock: { time: number };
}

/**
 * Buys what the demonstration's people bought in the weeks before today: orders, payments at the sandbox, signed
 * notices, receipts and a refund, all through the shop's own calls with its clock set back. The next start makes up for
 * the purchases that an interrupted one left out.
 */
export async function seedDemoPurchases(shop: Shop, onProgress: OnProgress): Promise<void> {
  const { db, clock } = shop.ports;
  const past = { time: clock.now(), now: () => past.time };
  const earlier = shopAt(shop, past);
  const ids = earlier && (await findDemoIds(shop, earlier.modules.services));
  if (!ids) return;
  const { ports, modules, sandbox } = earlier;
  const { services } = modules;
  const app = await buildApp({ ...shop.config, LOG_LEVEL: 'silent' }, ports, modules);
  await sandbox.register(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const now = clock.now();
  try {
    for (const [index, purchase] of demoPurchases.entries()) {
      past.time = now - purchase.agoMs;
      await buy({ app, services, ids, clock: past }, purchase, FIRST_PAYMENT + index);
      onProgress(index + 1, demoPurchases.length);
    }
    await refundAll({ app, services, ids, clock: past }, now);
  } finally {
    await app.close();
  }
  // Mails of the past are not sent.
  await db.withTx(async (tx) => countAsSent(tx, now - SETTLING_MS));
}

/** Null when there is nothing to do: another shop's data, or the last purchase of the list is made. */
async function findDemoIds({ ports }: Shop, services: Services): Promise<DemoIds | null> {
  const users = await findUsers(ports.db);
  const last = users.get(demoPurchases.at(-1)?.email ?? '');
  const adminId = users.get(demoAccounts.find(({ role }) => role === 'admin')?.email ?? '')?.id;
  if (!last || adminId === undefined) return null;
  if ((await services.adminEntitlements.ofUser(last.id)).length > 0) return null;
  return { users, parts: await findParts(services), adminId };
}

async function findUsers(db: Db): Promise<Map<string, UserRow>> {
  const emails = new Set([...demoAccounts, ...demoPurchases].map(({ email }) => email));
  const users = new Map<string, UserRow>();
  for (const email of emails) {
    const user = await findUserBy(db.read, 'email', email);
    if (user && user.deleted_at === null) users.set(email, user);
  }
  return users;
}

async function findParts({ books }: Services): Promise<Map<string, string>> {
  const listedBooks = (await books.catalogue.read()).books;
  const parts = new Map<string, string>();
  for (const { slug, name, parts: demoParts } of demoBooks) {
    const book = listedBooks.find((candidate) => candidate.name === name);
    for (const part of demoParts) {
      const id = book?.parts.find((candidate) => candidate.name === part.name)?.id;
      if (id !== undefined) parts.set(`${slug}/${part.slug}`, id);
    }
  }
  return parts;
}

async function buy(
  { app, services, ids, clock }: DemoHistory,
  purchase: DemoPurchase,
  paymentId: number,
): Promise<void> {
  const buyer = ids.users.get(purchase.email);
  const partId = ids.parts.get(`${purchase.bookSlug}/${purchase.partSlug}`);
  if (!buyer || !partId) return;
  const { orders, payments, reading } = services;
  try {
    const order = await orders.buyParts({
      buyer: { userId: buyer.id, name: buyer.name, email: buyer.email },
      partIds: [partId],
      address: `demo-${buyer.id}`,
      origin: 'http://localhost',
      acknowledged: true,
      total: null,
    });
    if (order.init_point !== null) {
      await app.inject({
        method: 'PUT',
        url: `/sandbox/mercadopago/_control/payments/${paymentId}`,
        payload: { preference_id: order.id, status: 'approved', notify: true },
      });
      await payments.idle();
    }
    clock.time += SETTLING_MS;
    if (purchase.opened) await reading.open(buyer.id, partId);
  } catch (error) {
    // The part is already owned: an earlier, interrupted start bought it.
    if (!(error instanceof AppError)) throw error;
  }
}

async function refundAll({ services, ids, clock }: DemoHistory, now: number): Promise<void> {
  const { payments, refunds, adminEntitlements } = services;
  for (const { email, partSlug, bookSlug, refund } of demoPurchases) {
    const buyer = ids.users.get(email);
    if (!refund || !buyer) continue;
    clock.time = now - refund.agoMs;
    const partId = ids.parts.get(`${bookSlug}/${partSlug}`);
    const rows = await adminEntitlements.ofUser(buyer.id);
    const orderId = rows.find((row) => row.book_part_id === partId && row.revoked_at === null)?.order_id;
    if (!orderId) continue;
    await refunds.requestRefund({ orderId, partId: null, reason: refund.reason, actorId: ids.adminId });
    await payments.idle();
  }
}
