import type { AccountingMonth, ReportComparison } from '@cuentos/contract/accounting';
import type { ShopLegal } from '@cuentos/contract/shop';
import type { Stats } from '@cuentos/contract/reports';
import { monthOf, monthSpan } from '@cuentos/domain/accounting/month';
import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import { get } from '../../../testing/calls.ts';
import { addReader, type SignedIn } from '../../../testing/fixtures.ts';
import { formOptions } from '../../../testing/multipart.ts';
import { type Bought, openShop, type Reader, type TestShop } from '../../orders/testing/open-shop.ts';

/** A shop with a payment server, and the calls of its accountant. */
export interface AccountedShop {
  readonly shop: TestShop;
  readonly admin: SignedIn;
  /** Headers of a session opened now, so that tests may move the clock. */
  adminHeaders(): Promise<Record<string, string>>;
  /** Decides the tax document of later payments. */
  decide(way: ShopLegal['tax_document']): Promise<void>;
  /** Buys parts of a new book at these prices and approves the payment. */
  pay(...prices: readonly number[]): Promise<Paid>;
  /** Makes another payment of an order and notifies the shop. */
  payAgain(bought: Bought, change?: object): Promise<number>;
  /** Changes a payment in the sandbox and waits until the shop has settled it. */
  move(paymentId: number, change: object): Promise<void>;
  month(at?: number): Promise<AccountingMonth>;
  csv(at?: number): Promise<string[][]>;
  /** The sales figures of the days of a month, and their file. */
  sales(at?: number): Promise<{ readonly stats: Stats; readonly csv: string }>;
  compare(
    file: string | Uint8Array,
    at?: number,
  ): Promise<{ status: number; body: ReportComparison & { detail: string } }>;
  /** The provider's own report of a month. */
  report(at?: number): Promise<string>;
  documents(): ReturnType<typeof documentsIn>;
  close(): Promise<void>;
}

export interface Paid {
  readonly reader: Reader;
  readonly bought: Bought;
  readonly partIds: readonly string[];
  readonly paymentId: number;
}

const documentsIn = async (shop: TestShop) =>
  shop.ports.db.handle
    .selectFrom('tax_documents')
    .selectAll()
    .orderBy('kind')
    .orderBy('number')
    .orderBy('id')
    .execute();

/** Opens a shop whose settings name a seller, as every tax document requires. */
export async function openAccountedShop(env: Readonly<Record<string, string>> = {}): Promise<AccountedShop> {
  const shop = await openShop({ SELLER_NAME: 'Ana Rojas', SELLER_TAX_ID: '12.345.678-5', ...env });
  const admin = await addReader(shop, { role: 'admin', name: 'Zoila Jefa' });
  let lastPayment = 7000;
  const adminHeaders = async () => {
    const { access_token } = await shop.services.sessions.open(admin.user, { userAgent: 't', address: '127.0.0.1' });
    return { ...admin.headers, authorization: `Bearer ${access_token}` };
  };
  const move = async (paymentId: number, change: object) => {
    await shop.setPayment(paymentId, { ...change, notify: true });
    await shop.settled();
  };
  const payAgain = async (bought: Bought, change: object = {}) => {
    lastPayment += 1;
    await move(lastPayment, { preference_id: bought.id, status: 'approved', ...change });
    return lastPayment;
  };
  const monthAt = (at: number | undefined) => monthOf(at ?? shop.clock.now());
  return {
    shop,
    admin,
    adminHeaders,
    async decide(way) {
      const { section, publish } = shop.services.shop;
      const { published, revision } = await section('legal');
      const value = { ...(published as ShopLegal), tax_document: way };
      await publish({ section: 'legal', revision, actorId: admin.user.id }, value);
    },
    async pay(...prices) {
      const reader = await shop.reader();
      const partIds: string[] = [];
      for (const value of prices.length === 0 ? [1490] : prices) partIds.push((await shop.part({ value })).id);
      const bought = await shop.buy(reader, ...partIds);
      return { reader, bought, partIds, paymentId: await payAgain(bought) };
    },
    payAgain,
    move,
    async month(at) {
      const response = await get(shop, `/api/admin/accounting/${monthAt(at)}`, await adminHeaders());
      if (response.statusCode !== 200) throw new Error(`the month answered ${response.statusCode}: ${response.body}`);
      return response.json<AccountingMonth>();
    },
    async csv(at) {
      const url = `/api/admin/accounting/${monthAt(at)}/movements.csv`;
      const { body } = await get(shop, url, await adminHeaders());
      return body
        .slice(1)
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(';').map((cell) => cell.replaceAll(/^"|"$/g, '')));
    },
    async sales(at) {
      const month = monthAt(at);
      const { to = 0 } = monthSpan(month) ?? {};
      const query = `from=${month}-01&to=${formatCivilDate(santiagoDate(to - 1))}`;
      const headers = await adminHeaders();
      const stats = await get(shop, `/api/admin/stats?${query}`, headers);
      const csv = await get(shop, `/api/admin/stats.csv?${query}`, headers);
      return { stats: stats.json<Stats>(), csv: csv.body };
    },
    async compare(file, at) {
      const url = `/api/admin/accounting/${monthAt(at)}/report`;
      const report = { content: file, name: 'reporte.csv', type: 'text/csv' };
      const as = { headers: await adminHeaders() };
      const response = await shop.app.inject(await formOptions('POST', url, as, {}, { report }));
      return { status: response.statusCode, body: response.json() };
    },
    async report(at) {
      const response = await shop.request(`/sandbox/mercadopago/_control/reports/${monthAt(at)}.csv`);
      return response.text();
    },
    documents: async () => documentsIn(shop),
    close: async () => shop.close(),
  };
}
