import type {
  AccountantLink,
  AccountantMonth,
  AccountingMonth,
  MonthRow,
  ReportComparison,
  TaxDocumentSheet,
} from '@cuentos/contract/accounting';
import type { Page } from '@playwright/test';
import { answer, hold, refuse, showsSkeleton } from './answers.ts';
import type { Shot } from './shot.ts';

const path = () => '/admin/accounting?month=2026-10';
const as = 'admin' as const;
const MONTH = '**/api/admin/accounting/2026-10';

const none = { id: null, state: null, number: null, folio: null, has_file: false, error: null } as const;
const documentRow = { ...none, id: 'd', state: 'prepared', has_file: true } as const;

const title = (name: string) => ({ book_id: 'faro', name });

function row(place: number, change: Partial<MonthRow>): MonthRow {
  return {
    id: `m${place}`,
    at: `2026-10-${String(30 - place).padStart(2, '0')}T15:24:00Z`,
    kind: 'payment',
    is_sale: true,
    order_id: `0192ffaa-0000-7000-8000-00000000000${place}`,
    payment_number: `13004928117${place}`,
    method: 'visa',
    buyer: { id: 'lucia', name: 'Lucía Reyes', email: 'lucia@correo.cl' },
    titles: [title('El faro que aprendió a silbar: Segunda parte: El muelle')],
    net: 1252,
    vat: 238,
    owed: 0,
    total: 1490,
    fee: 57,
    document: { ...documentRow, kind: 'boleta', number: 40 + place },
    ...change,
  };
}

const back = { kind: 'refund', net: -1252, vat: -238, total: -1490, fee: 0 } as const;
const rows: readonly MonthRow[] = [
  row(1, { document: { ...documentRow, kind: 'boleta', state: 'issued', number: 41, folio: '4711' } }),
  row(2, { ...back, document: { ...documentRow, kind: 'credit_note', number: 3 } }),
  row(3, { document: { ...none, kind: 'boleta', id: 'd', state: 'failed', number: 42, error: 'refused' } }),
  row(4, { document: { ...none, kind: 'boleta', id: 'd', state: 'requested', error: 'unavailable' } }),
  row(5, {
    document: { ...none, kind: 'voucher' },
    buyer: { id: null, name: 'Cuenta borrada', email: 'cuenta-borrada-1' },
  }),
  row(6, { ...back, document: { ...none, kind: 'voucher' } }),
  row(7, { document: { ...none, kind: 'undecided' } }),
  row(8, { is_sale: false, net: 0, vat: 0, owed: 1490, document: { ...none, kind: 'none' } }),
  row(9, {
    kind: 'chargeback',
    net: -10_832,
    vat: -2058,
    total: -12_890,
    fee: 0,
    titles: ['El faro que aprendió a silbar: Primera parte: La niebla', 'Cartas al viento: Tercera parte'].map(title),
    document: { ...none, kind: 'none' },
  }),
];

const month = (change: Partial<AccountingMonth> = {}): AccountingMonth => ({
  month: '2026-10',
  sums: {
    sales: 1_284_390,
    returns: -15_870,
    net: 1_065_983,
    vat: 202_537,
    owed: 1490,
    fees: 48_732,
    total: 1_270_010,
    left: 1_017_251,
  },
  rows: [...rows],
  row_count: 862,
  differences: [],
  bridges: [],
  undecided: 1,
  way: 'issuer',
  ...change,
});

const sums = { sales: 0, returns: 0, net: 0, vat: 0, owed: 0, fees: 0, total: 0, left: 0 };
const show = (change?: Partial<AccountingMonth>) => (page: Page) => answer(page, MONTH, 200, month(change));

const side = { came: 1490, back: 0, fee: 57 };
const titles = [title('El faro que aprendió a silbar: Segunda parte: El muelle')];
const compared: ReportComparison = {
  lines: 861,
  ignored: 12,
  unknown: [],
  agreeing: 857,
  differences: [
    {
      kind: 'only_provider',
      payment_number: '130049281190',
      order_id: null,
      titles: [],
      provider: { came: 990, back: 0, fee: 38 },
      ours: null,
    },
    { kind: 'only_ours', payment_number: '130049281171', order_id: 'o', titles, provider: null, ours: side },
    {
      kind: 'amount',
      payment_number: '130049281172',
      order_id: 'o',
      titles,
      provider: { ...side, back: -490 },
      ours: side,
    },
    { kind: 'fee', payment_number: '130049281173', order_id: 'o', titles, provider: { ...side, fee: 60 }, ours: side },
    { kind: 'other_month', payment_number: '130049281174', order_id: 'o', titles, provider: side, ours: null },
  ],
  provider: { came: 1_285_380, back: -16_360, fee: 48_773 },
  ours: { came: 1_285_880, back: -15_870, fee: 48_732 },
};

async function choose(page: Page): Promise<void> {
  const file = { name: 'reporte.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b;c') };
  await page.getByLabel('Elegir el reporte').setInputFiles(file);
}

const REPORT = `${MONTH}/report`;

const sheet: TaxDocumentSheet = {
  id: 'd',
  kind: 'credit_note',
  code: 61,
  number: 3,
  folio: null,
  is_folio_open: true,
  date: '2026-10-18',
  seller: { rut: '12.345.678-5', name: 'Ana Rojas', address: 'Los Aromos 12, Valdivia' },
  lines: [{ name: 'Devolución: El faro que aprendió a silbar: La niebla', quantity: 1, net: 412, vat: 78, total: 490 }],
  net: 412,
  vat: 78,
  total: 490,
  order_id: '01900000-0000-7000-8000-0000000000aa',
  payment_number: '130049281173',
  reference: { number: 40, folio: '4711', date: '2026-10-17', reason: 'Devolución parcial' },
};
const withSheet = (page: Page) => answer(page, '**/api/admin/tax_documents/d', 200, sheet);
const sheetPath = () => `${path()}&documento=d`;

const byLink = (): AccountantMonth => {
  const { sums: monthSums, row_count: count } = month();
  const document = { number: 41, state: 'issued', has_file: true, at: '2026-10-18T15:24:00Z' } as const;
  return {
    month: '2026-10',
    latest: '2026-10',
    sums: monthSums,
    row_count: count,
    documents: [
      { ...document, id: 'd1', kind: 'boleta', folio: '4711', total: 1490 },
      { ...document, id: 'd2', kind: 'credit_note', folio: null, state: 'prepared', number: 3, total: -490 },
    ],
  };
};

const link: AccountantLink = {
  id: 'l1',
  name: 'Estudio contable Paz y Compañía',
  created_at: '2026-10-01T15:00:00Z',
  expires_at: '2026-12-30T15:00:00Z',
  last_used_at: '2026-10-05T13:40:00Z',
  is_over: false,
};

async function withLinks(page: Page): Promise<void> {
  await show()(page);
  const links = [link, { ...link, id: 'l2', name: 'Marta', last_used_at: null, is_over: true }];
  await answer(page, '**/api/admin/accountant_links', 200, { links });
}

const accountantPath = () => '/accountant/secreto';
const BY_LINK = '**/api/accountant/month';
const OVER = 'Este enlace ya no sirve. Pide otro a quien te lo envió.';

/** 'Contabilidad' in every state. */
export const accountingShots: readonly Shot[] = [
  { name: 'admin-accounting', as, path, prepare: show(), shows: 'Cuadra con el libro de pagos' },
  { name: 'admin-accounting-links', as, path, prepare: withLinks, shows: 'Estudio contable Paz y Compañía' },
  {
    name: 'accountant-month',
    path: accountantPath,
    prepare: (page) => answer(page, BY_LINK, 200, byLink()),
    shows: 'Boleta, Folio 4711',
  },
  {
    name: 'accountant-over',
    path: accountantPath,
    prepare: (page) => refuse(page, BY_LINK, 410, 'accountant_link_over', OVER),
    shows: OVER,
  },
  {
    name: 'admin-accounting-bridged',
    as,
    path,
    prepare: show({
      rows: rows.slice(0, 2),
      row_count: 2,
      undecided: 0,
      bridges: [
        { figure: 'fees', sales: 48_675, accounting: 48_732, lines: [{ reason: 'not_a_sale', amount: 57 }] },
        {
          figure: 'returned',
          sales: -15_380,
          accounting: -15_870,
          lines: [{ reason: 'other_month', amount: -490 }],
        },
        {
          figure: 'left',
          sales: 1_017_720,
          accounting: 1_017_251,
          lines: [
            { reason: 'returned', amount: -490 },
            { reason: 'fees', amount: -57 },
            { reason: 'vat', amount: 78 },
          ],
        },
      ],
    }),
    shows: 'Por qué «Ventas» de este mes dice otra cosa',
  },
  {
    name: 'admin-accounting-sheet',
    as,
    path: sheetPath,
    prepare: withSheet,
    shows: 'Preparada, falta emitirla',
  },
  {
    name: 'admin-accounting-folio',
    as,
    path: sheetPath,
    prepare: withSheet,
    act: (page) => page.getByRole('button', { name: 'Anotar el folio' }).click(),
    shows: 'Folio del documento',
    windowOnly: true,
  },
  {
    name: 'admin-accounting-differs',
    as,
    path,
    prepare: show({
      differences: [{ payment_number: '130049281171', order_id: 'o', held: 1490, noted: 0 }],
      rows: rows.slice(0, 2),
      row_count: 2,
    }),
    shows: 'Un pago no cuadra con el libro',
  },
  {
    name: 'admin-accounting-empty',
    as,
    path,
    prepare: show({ sums, rows: [], row_count: 0, undecided: 0 }),
    shows: 'Sin movimientos este mes',
  },
  {
    name: 'admin-accounting-loading',
    as,
    path,
    prepare: (page) => hold(page, MONTH),
    act: showsSkeleton,
    shows: 'Cargando el mes...',
  },
  {
    name: 'admin-accounting-failed',
    as,
    path,
    prepare: (page) => refuse(page, MONTH, 503, 'unavailable'),
    shows: 'No pudimos cargar este mes.',
  },
  {
    name: 'admin-accounting-report',
    as,
    path,
    prepare: async (page) => {
      await show({ rows: rows.slice(0, 1), row_count: 1, undecided: 0 })(page);
      await answer(page, REPORT, 200, compared);
    },
    act: choose,
    shows: 'Hay 5 diferencias',
  },
  {
    name: 'admin-accounting-report-agrees',
    as,
    path,
    prepare: async (page) => {
      await show({ rows: rows.slice(0, 1), row_count: 1, undecided: 0 })(page);
      await answer(page, REPORT, 200, { ...compared, differences: [], agreeing: 861, provider: compared.ours });
    },
    act: choose,
    shows: 'Cuadra con el reporte, al peso',
  },
  {
    name: 'admin-accounting-report-unusable',
    as,
    path,
    prepare: async (page) => {
      await show({ rows: rows.slice(0, 1), row_count: 1, undecided: 0 })(page);
      const detail =
        'Ese es el reporte «Liberaciones», que va por el día en que el dinero queda disponible. Descarga «Todas las transacciones», que va por el día del pago.';
      await refuse(page, REPORT, 422, 'report_unusable', detail);
    },
    act: choose,
    shows: 'Ese es el reporte «Liberaciones»',
  },
];
