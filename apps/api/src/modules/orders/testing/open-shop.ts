import { DAY_MS } from '@cuentos/domain/time/durations';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { noticeSignature } from '../../../adapters/mercadopago/notice-signature.ts';
import type { ChargebackChange } from '../../../adapters/mercadopago-sandbox/sandbox-chargeback.ts';
import type {
  PaymentChange,
  SandboxPayment,
  SandboxRefundStatus,
} from '../../../adapters/mercadopago-sandbox/sandbox-payment.ts';
import type { Switches } from '../../../adapters/mercadopago-sandbox/sandbox-store.ts';
import { readSecrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/db/new-id.ts';
import type { UserRow } from '../../../platform/db/tables/accounts.ts';
import type { BookPartRow, BookRow } from '../../../platform/db/tables/books.ts';
import type { EntitlementRow } from '../../../platform/db/tables/entitlements.ts';
import type { OrderRow } from '../../../platform/db/tables/orders.ts';
import type { PaymentRow, RefundRow } from '../../../platform/db/tables/payments.ts';
import type { PaymentPort } from '../../../ports/payment.ts';
import type { LogStream } from '../../../platform/log/request-log.ts';
import { buildTestApp, limitProvider, type TestApp } from '../../../testing/build-test-app.ts';
import { createGiftLinks } from '../../gifts/service.ts';
import type { SaleSettings } from '../context.ts';
import { createSaleServices, type SaleServices } from '../module.ts';
import type { GiftLinks } from '../../gifts/links.ts';
import { bookRow, insertBook, insertPart, partRow } from '../../books/service.ts';

/** Settings of a sale in a separate process, without mails to the shop. */
export const saleSettings: SaleSettings = {
  publicUrl: null,
  minAmount: 0,
  preferencesPerHour: 1_000_000,
  saleMails: 'none',
  exportPermission: 'not-at-all',
  authorName: '',
};

export interface Reader {
  readonly id: string;
  /** Headers of a session opened now, so that tests may move the clock. */
  headers(): Promise<Record<string, string>>;
}

type Change = PaymentChange & { readonly preference_id?: string; readonly notify?: boolean };

type BookChange = Partial<Pick<BookRow, 'is_draft' | 'is_active' | 'completion_discount'>>;

/** Answer of get_preference_id to a buyer. */
export interface Bought {
  readonly id: string;
  readonly init_point: string | null;
  readonly order_id: string;
}

/** Orders of a buyer, and the ids of the payments. */
interface Purchases {
  readonly reader: string;
  readonly orders: readonly { readonly id: string }[];
  readonly paymentNumbers: readonly string[];
}

/** A listening shop with the sandbox as its payment provider. */
export interface TestShop extends TestApp {
  readonly origin: string;
  readonly giftLinks: GiftLinks;
  reader(): Promise<Reader>;
  /** Creates a part on sale, of a new book unless one is named. */
  part(change?: Partial<BookPartRow>, book?: BookChange): Promise<BookPartRow>;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** POST get_preference_id of one or several parts, which must succeed. */
  buy(reader: Reader, ...partIds: readonly string[]): Promise<Bought>;
  /** Like {@link TestShop.buy}, but returns refusals. */
  tryToBuy(
    reader: Reader,
    partId: string,
    init?: RequestInit,
  ): Promise<{ status: number; code: string; detail: string }>;
  /** Clicks a button of the sandbox's checkout page. @returns the address to which the browser goes next */
  click(bought: Bought, action: 'approved' | 'rejected' | 'pending'): Promise<URL>;
  /** Sets a payment in the sandbox, by default without a notice to the shop. */
  setPayment(id: number, change: Change): Promise<SandboxPayment>;
  /** Opens or changes a payment's chargeback in the sandbox, which notifies the shop only of the chargeback. */
  setChargeback(paymentId: number, change?: ChargebackChange): Promise<void>;
  /** Decides the newest refund of a payment in the sandbox, or reverses the decision. */
  decideRefund(paymentId: number, status: SandboxRefundStatus, options?: { notify: boolean }): Promise<void>;
  setSwitches(change: Partial<Switches>): Promise<void>;
  /** Sends a notice, correctly signed unless `forged`. @returns the status of the answer */
  notify(paymentId: number | string, options?: { ts?: string; forged?: boolean; type?: string }): Promise<number>;
  /** Resolves when all background work has ended. */
  settled(): Promise<void>;
  /** Starts a process on the same database, with nothing in memory. */
  startProcess(payments?: PaymentPort): SaleServices;
  /** Deletes a buyer's purchases, and all payments with these ids. */
  forget(purchases: Purchases): Promise<void>;
  rows: {
    order(id: string): Promise<OrderRow>;
    payments(): Promise<PaymentRow[]>;
    refunds(): Promise<RefundRow[]>;
    /** Live entitlements of a part. */
    owned(readerId: string, partId: string): Promise<EntitlementRow[]>;
    mails(template: string): Promise<{ recipient: string; text: string; html: string; subject: string }[]>;
    /** Entries of the log, oldest first; those of one instant in no order. */
    audits(action: string): Promise<{ subject: string; detail: string }[]>;
  };
}

/** Opens a shop on a port of its own, to which the checkout page leads back. */
export async function openShop(env: Readonly<Record<string, string>> = {}, log?: LogStream): Promise<TestShop> {
  const test = await buildTestApp({
    env: { PUBLIC_URL: '', LIMIT_PREFERENCE_PER_HOUR: '100000', ...env },
    ...(log ? { log } : {}),
  });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  const { db } = test.ports;
  const secrets = readSecrets(test.config.dataDir, test.config.AUTH_SECRET);
  const giftLinks = createGiftLinks(test.services.shop.sender, { current: secrets.gift, earlier: secrets.giftBefore });
  const request: Request = async (path, init = {}) => fetch(`${origin}${path}`, { redirect: 'manual', ...init });
  return {
    ...test,
    origin,
    giftLinks,
    request,
    ...buyerCalls(request),
    ...sandboxCalls(test, request, secrets.sandboxNotice),
    reader: async () => addReader(test),
    part: async (change, book) => addPart(test, change, book),
    settled: async () => test.services.payments.idle(),
    startProcess(payments = test.ports.payments) {
      const { clock } = test.ports;
      const limiter = { hit: async () => true, undo: async () => {} } as never;
      const { seller } = test.services.shop;
      return createSaleServices({ db, clock, payments, limiter, seller, settings: saleSettings, giftLinks });
    },
    forget: async (purchases) => forget(db, purchases),
    rows: rowsOf(db),
  };
}

type Request = TestShop['request'];

/** Calls of a buyer's browser, to the shop and to the sandbox's checkout page. */
function buyerCalls(request: Request): Pick<TestShop, 'buy' | 'tryToBuy' | 'click'> {
  const preference = async (reader: Reader, partId: string, init: RequestInit = {}): Promise<Response> =>
    request(`/api/user_book_parts/get_preference_id/${partId}`, {
      method: 'POST',
      ...init,
      headers: { ...(await reader.headers()), ...(init.headers as Record<string, string> | undefined) },
    });
  return {
    async buy(reader, ...partIds) {
      const response = await preference(reader, partIds[0] ?? '', partIds.length > 1 ? bodyOf(partIds) : {});
      if (response.status !== 200) throw new Error(`buying answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as Bought;
    },
    async tryToBuy(reader, partId, init) {
      const response = await preference(reader, partId, init);
      const { code, detail } = (await response.json()) as { code: string; detail: string };
      return { status: response.status, code, detail };
    },
    async click({ id }, action) {
      const response = await request(`/sandbox/mercadopago/checkout/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ action }),
      });
      if (response.status !== 303) throw new Error(`the checkout page answered ${response.status}`);
      return new URL(response.headers.get('location') ?? '');
    },
  };
}

/** Controls of the payment sandbox, and its notices; `secret` signs them. */
function sandboxCalls(
  test: TestApp,
  request: Request,
  secret: string,
): Pick<TestShop, 'setPayment' | 'setChargeback' | 'decideRefund' | 'setSwitches' | 'notify'> {
  const control = async (method: string, path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const response = await request(`/sandbox/mercadopago/_control/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the sandbox answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    setPayment: async (id, change) => (await control('PUT', `payments/${id}`, change)) as SandboxPayment,
    async setChargeback(paymentId, change = {}) {
      await control('PUT', `payments/${paymentId}/chargeback`, { ...change, notify: true });
    },
    async decideRefund(paymentId, status, { notify } = { notify: false }) {
      const { handle } = test.ports.db;
      const rows = handle.selectFrom('sandbox_payments').select('body').where('id', '=', String(paymentId));
      const { body } = await rows.executeTakeFirstOrThrow();
      const refund = (JSON.parse(body) as SandboxPayment).refunds.at(-1)?.id ?? 0;
      await control('PUT', `payments/${paymentId}/refunds/${refund}`, { status, notify });
    },
    async setSwitches(change) {
      await control('PUT', 'settings', change);
      limitProvider(test, change.api);
    },
    async notify(
      paymentId,
      { ts = String(Math.floor(test.clock.now() / 1000)), forged = false, type = 'payment' } = {},
    ) {
      const requestId = randomUUID();
      const dataId = String(paymentId);
      const v1 = noticeSignature(forged ? 'another secret' : secret, { dataId, requestId, ts });
      const headers = {
        'x-request-id': requestId,
        'x-signature': `ts=${ts},v1=${v1}`,
        'content-type': 'application/json',
      };
      const path = `/api/payments/webhook?data.id=${dataId}&type=${type}`;
      const response = await request(path, { method: 'POST', headers, body: '{"action":"payment.updated"}' });
      await response.arrayBuffer();
      return response.status;
    },
  };
}

/** Rows of a sale as they are stored. */
function rowsOf({ handle }: Db): TestShop['rows'] {
  return {
    order: async (id) => handle.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    payments: async () => handle.selectFrom('payments').selectAll().orderBy('id').execute(),
    refunds: async () => handle.selectFrom('refunds').selectAll().orderBy('id').execute(),
    owned: async (readerId, partId) =>
      handle
        .selectFrom('entitlements')
        .selectAll()
        .where('user_id', '=', readerId)
        .where('part_id', '=', partId)
        .where('kind', '=', 'ownership')
        .where('revoked_at', 'is', null)
        .execute(),
    mails: async (template) => handle.selectFrom('mails').selectAll().where('template', '=', template).execute(),
    audits: async (action) =>
      handle.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('at').orderBy('id').execute(),
  };
}

async function forget(db: Db, { reader, orders, paymentNumbers: numbers }: Purchases): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await db.withTx(async (tx) => {
    const rows = await tx.selectFrom('payments').select('id').where('provider_payment_id', 'in', numbers).execute();
    const payments = rows.map(({ id }) => id);
    if (payments.length > 0) {
      await tx.deleteFrom('refunds').where('payment_id', 'in', payments).execute();
      await tx.deleteFrom('money_movements').where('payment_id', 'in', payments).execute();
      await tx.deleteFrom('tax_documents').where('payment_id', 'in', payments).execute();
    }
    await tx.deleteFrom('payments').where('provider_payment_id', 'in', numbers).execute();
    await tx.deleteFrom('payment_notices').where('provider_payment_id', 'in', numbers).execute();
    await tx.deleteFrom('provider_faults').execute();
    await tx.deleteFrom('order_items').where('order_id', 'in', ids).execute();
    await tx.deleteFrom('orders').where('id', 'in', ids).execute();
    await tx.deleteFrom('entitlements').where('user_id', '=', reader).execute();
    await tx.deleteFrom('deliveries').where('user_id', '=', reader).execute();
  });
}

/** Returns the request for several parts at once. */
export function bodyOf(partIds: readonly string[]): RequestInit {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ part_ids: partIds }) };
}

async function addReader({ ports, services, clock }: TestApp): Promise<Reader> {
  const id = newId();
  const user: UserRow = {
    id,
    name: 'Lucía Reyes',
    email: `${id}@ejemplo.cl`,
    password_hash: null,
    google_sub: null,
    role: 'reader',
    email_verified_at: clock.now(),
    created_at: clock.now(),
    updated_at: clock.now(),
    deleted_at: null,
    erase_at: null,
    erased_at: null,
    blocked_at: null,
    sort_key: 'lucia',
    search_text: 'lucia',
  };
  await ports.db.withTx(async (tx) => tx.insertInto('users').values(user).execute());
  return {
    id,
    async headers() {
      const { access_token } = await services.sessions.open(user, { userAgent: 'test', address: '127.0.0.1' });
      return { authorization: `Bearer ${access_token}` };
    },
  };
}

/** Creates a part on sale at 1,490 pesos. */
async function addPart(
  { ports, clock }: TestApp,
  change: Partial<BookPartRow> = {},
  bookChange: BookChange = {},
): Promise<BookPartRow> {
  const now = clock.now();
  const about = {
    description: '',
    location: '',
    genre: 'Cuentos',
    pages: 90,
    fragment: null,
    imageId: null,
    backImageId: null,
  };
  const book = {
    ...bookRow({ ...about, name: `La micro <de> las seis ${newId()}`, isDraft: false }, now),
    ...bookChange,
  };
  const row = partRow(
    {
      bookId: book.id,
      name: change.book_id === undefined ? 'Primera parte' : `Otra parte ${newId()}`,
      position: 0,
      imageId: null,
      value: 1490,
      releaseAt: now - DAY_MS,
      presale: null,
      isDraft: false,
    },
    now,
  );
  const part = { ...row, edition_id: newId(now), ...change };
  await ports.db.withTx(async (tx) => {
    if (change.book_id === undefined) await insertBook(tx, book, []);
    await insertPart(tx, part);
  });
  return part;
}
