import {
  type AccountingMonth,
  adminGetAccountingCsv,
  adminGetAccountingMonth,
  adminRetryTaxDocument,
  getTaxDocument,
  type MonthRow,
} from '@cuentos/contract/accounting';
import { monthOf, monthSpan } from '@cuentos/domain/accounting/month';
import { paymentMethodName } from '@cuentos/domain/payments/payment-method';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useNow } from '../../../lib/clock.ts';
import { formatNumber, formatPrice } from '../../../lib/formats.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable, RowAction } from '../../../ui/lists/data-table.tsx';
import { rowActionClass } from '../../../ui/lists/row-action-class.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { Link } from '../../../ui/navigation.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { EmptyPocketDrawing, TornSeamDrawing } from '../../../ui/pictures/drawings.tsx';
import { adminCall, downloadFile, adminQueryOf } from '../../admin/admin-call.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { formatMinute } from '../../admin/dates.ts';
import { linkLines, linkText, PartLinks, PersonLink } from '../../admin/row-links.tsx';
import { MonthChooser } from '../month-chooser.tsx';
import { MonthSums } from '../month-sums.tsx';
import { AccountantLinks } from './accountant-links.tsx';
import { Note, ProviderReport } from './provider-report.tsx';
import { TaxDocumentPage } from './tax-document-sheet.tsx';
import { accountingTexts as t } from './texts.ts';
import { keyOf } from '../../../lib/api/query-key.ts';
import { Waiting } from '../../../ui/waiting.tsx';

const KEY = keyOf(adminGetAccountingMonth);

const monthQuery = (month: string) =>
  queryOptions({
    ...adminQueryOf(adminGetAccountingMonth, { params: { month }, handles: 'all' }),
    networkMode: 'always',
  });

/** /admin/accounting: a month to the peso, its documents, and the provider's report beside it. */
export function AdminAccountingScreen() {
  const now = useNow();
  const [query, setQuery] = useSearchParams();
  const current = monthOf(now);
  const requestedMonth = query.get('month') ?? current;
  const month = monthSpan(requestedMonth) === null ? current : requestedMonth;
  const document = query.get('documento');
  const data = useQuery({ ...monthQuery(month), enabled: document === null });
  const open = (next: string) => setQuery(next === current ? {} : { month: next });
  if (document !== null) return <TaxDocumentPage id={document} month={month} />;
  return (
    <>
      <SectionTitle title={t.title} text={t.text} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <MonthChooser month={month} latest={current} onChange={open} />
        <div className="flex flex-wrap gap-2 print:hidden">
          <CsvButton month={month} />
          <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
            {t.print}
          </Button>
        </div>
      </div>
      {data.isPending && <MonthSkeleton />}
      {data.isError && (
        <EmptyState
          drawing={<TornSeamDrawing />}
          title={t.failed}
          text={t.failedText}
          action={<Button onClick={() => void data.refetch()}>{t.retry}</Button>}
        />
      )}
      {data.data && <Month key={month} data={data.data} />}
      <AccountantLinks />
    </>
  );
}

function CsvButton({ month }: { readonly month: string }) {
  const { busy, send } = useAdminMutation({
    call: () => downloadFile(adminGetAccountingCsv, { params: { month } }, t.csvName(month)),
    onDone: () => {},
    texts: { failed: t.csvFailed },
  });
  return (
    <Button icon={<Download aria-hidden="true" />} aria-label={t.csvLabel} busy={busy} onClick={() => send()}>
      {t.csv}
    </Button>
  );
}

function MonthSkeleton() {
  return (
    <>
      <output className="sr-only">{t.loading}</output>
      <Waiting className="mt-6 grid gap-8">
        <div className="skeleton h-36" />
        <div className="skeleton h-72" />
      </Waiting>
    </>
  );
}

function Month({ data }: { readonly data: AccountingMonth }) {
  const { rows, row_count: count } = data;
  return (
    <div className="mt-6 grid gap-10">
      <MonthSums sums={data.sums} />
      <div className="grid gap-3">
        <LedgerCheck data={data} />
        {data.undecided > 0 && <Undecided count={data.undecided} />}
        {data.bridges.length > 0 && <Bridges bridges={data.bridges} />}
      </div>
      <section>
        <h2 className="type-1 mb-3">{t.list}</h2>
        {rows.length === 0 ? (
          <EmptyState drawing={<EmptyPocketDrawing />} title={t.emptyTitle} text={t.emptyText} />
        ) : (
          <Rows rows={rows} />
        )}
        {rows.length < count && (
          <p className="figures mt-3 text-sm text-ink-2">
            {t.rowCount(formatNumber(rows.length), formatNumber(count))}
          </p>
        )}
      </section>
      <div className="print:hidden">
        <ProviderReport month={data.month} />
      </div>
    </div>
  );
}

/** Shows whether the rows add up to the ledger of payments. */
function LedgerCheck({ data: { differences, row_count: count } }: { readonly data: AccountingMonth }) {
  if (differences.length === 0) {
    return (
      <Note tone="ok" title={t.agrees}>
        <p>{t.agreesText(count, formatNumber(count))}</p>
      </Note>
    );
  }
  return (
    <Note tone="bad" title={t.differs(differences.length)}>
      {differences.map(({ payment_number: number, held: heldAmount, noted }) => (
        <p key={number}>{t.difference(number, formatPrice(heldAmount), formatPrice(noted))}</p>
      ))}
      <p>{t.differsNext}</p>
    </Note>
  );
}

/** Pesos in a sentence, without a line break between minus and amount. */
const unbroken = (pesos: number): string => formatPrice(pesos).replace('−', '−\u2060');

/** Compares each figure of 'Ventas' with the month's, and explains the difference line by line. */
function Bridges({ bridges }: Pick<AccountingMonth, 'bridges'>) {
  return (
    <Note tone="info" title={t.bridgeTitle}>
      <p>{t.bridgeText}</p>
      {bridges.map(({ figure, sales, accounting, lines }) => (
        <div key={figure} className="figures mt-2">
          <p>{t.bridge(t.bridgeFigures[figure], unbroken(sales), unbroken(accounting))}</p>
          <ul className="list-disc pl-5">
            {lines.map(({ reason, amount: pesos }) => (
              <li key={reason}>
                {t.bridgeLine(pesos > 0 ? `+${formatPrice(pesos)}` : unbroken(pesos), t.bridgeReasons[reason])}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Note>
  );
}

function Undecided({ count }: { readonly count: number }) {
  return (
    <Note tone="info" title={t.undecided(count)}>
      <p>{t.undecidedText}</p>
      <p>
        <Link to="/admin/shop?seccion=legal" className="link inline-flex min-h-11 items-center print:hidden">
          {t.undecidedNext}
        </Link>
      </p>
    </Note>
  );
}

function whatOf({ kind, is_sale: isSale, total }: MonthRow): string {
  if (isSale) return t.kinds[kind];
  return total < 0 ? t.notASaleBack : t.notASale;
}

interface RowHandlers {
  readonly busy: string | undefined;
  readonly issue: (row: MonthRow) => void;
  readonly download: (row: MonthRow) => void;
}

const amount = (value: number) => <span className="figures whitespace-nowrap">{formatPrice(value)}</span>;

function columnsOf(acts: RowHandlers): Column<MonthRow>[] {
  return [
    {
      id: 'what',
      label: t.columns.what,
      place: 'title',
      className: 'min-w-28',
      cell: (row) => (
        <>
          <span className="block">{whatOf(row)}</span>
          <span className="figures block font-sans text-xs font-normal text-ink-3">{formatMinute(row.at)}</span>
        </>
      ),
    },
    {
      id: 'order',
      label: t.columns.order,
      place: 'wide',
      className: 'min-w-28',
      cell: (row) => <Order row={row} />,
    },
    { id: 'net', label: t.columns.net, end: true, cell: ({ net }) => amount(net) },
    { id: 'vat', label: t.columns.vat, end: true, cell: ({ vat }) => amount(vat) },
    {
      id: 'total',
      label: t.columns.total,
      place: 'badge',
      end: true,
      cell: ({ total }) => <b className="font-semibold">{amount(total)}</b>,
    },
    { id: 'fee', label: t.columns.fee, end: true, cell: ({ fee }) => amount(fee) },
    { id: 'document', label: t.columns.document, className: 'min-w-28', cell: (row) => <DocumentCell row={row} /> },
    {
      id: 'actions',
      label: t.columns.actions,
      place: 'actions',
      cell: (row) => <DocumentActions row={row} {...acts} />,
    },
  ];
}

function Order({ row: { buyer, titles, payment_number: number, method } }: { readonly row: MonthRow }) {
  return (
    <div className={`${linkLines} figures [overflow-wrap:anywhere]`}>
      <p>{buyer ? <PersonLink {...buyer} /> : t.nobody}</p>
      {titles.length > 0 && (
        <p className={`${linkText} text-xs text-ink-2`}>
          <PartLinks titles={titles} />
        </p>
      )}
      <p className="text-xs text-ink-3">
        {method === '' ? t.payment(number) : t.paymentBy(number, paymentMethodName(method))}
      </p>
    </div>
  );
}

const tones: Readonly<Record<NonNullable<MonthRow['document']['state']>, BadgeTone>> = {
  requested: 'info',
  prepared: 'info',
  issued: 'ok',
  failed: 'bad',
};

function documentName({ kind, document, total }: MonthRow): string {
  if (kind === 'chargeback') return t.chargebackDocument;
  if (document.kind === 'voucher' && total < 0) return t.voucherReturn;
  return t.documents[document.kind];
}

function DocumentCell({ row }: { readonly row: MonthRow }) {
  const { document } = row;
  const number =
    document.folio === null ? document.number !== null && t.internal(document.number) : t.folio(document.folio);
  return (
    <div className="grid justify-items-start gap-1">
      <p>{documentName(row)}</p>
      {number && <p className="figures text-xs text-ink-3">{number}</p>}
      {document.state !== null && <Badge tone={tones[document.state]}>{t.documentStates[document.state]}</Badge>}
      {document.error !== null && <p className="max-w-[26ch] text-xs text-ink-2">{t.documentErrors[document.error]}</p>}
    </div>
  );
}

function DocumentActions({ row, busy, issue, download }: RowHandlers & { readonly row: MonthRow }) {
  const { document } = row;
  const documentLabel = `${documentName(row)}, ${t.payment(row.payment_number)}`;
  if (document.id === null) return null;
  return (
    <>
      {document.has_file ? (
        <>
          <Link
            to={`/admin/accounting?month=${monthOf(Date.parse(row.at))}&documento=${document.id}`}
            className={rowActionClass()}
            aria-label={t.of(t.sheet, documentLabel)}
          >
            {t.sheet}
          </Link>
          <RowAction busy={busy === row.id} aria-label={t.of(t.download, documentLabel)} onClick={() => download(row)}>
            {t.download}
          </RowAction>
        </>
      ) : (
        <RowAction busy={busy === row.id} aria-label={t.of(t.issueNow, documentLabel)} onClick={() => issue(row)}>
          {t.issueNow}
        </RowAction>
      )}
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly MonthRow[] }) {
  const client = useQueryClient();
  const retry = useAdminMutation({
    call: ({ document }: MonthRow) =>
      adminCall(adminRetryTaxDocument, { params: { id: document.id ?? '' }, handles: 'all' }),
    onDone: () => showToast('success', t.issued),
    texts: { failed: t.issueFailed, serverSays: [404, 409] },
    onEnd: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const download = useAdminMutation({
    call: ({ document: { id, kind, folio, number } }: MonthRow) => {
      const name = t.documentName(kind === 'credit_note' ? kind : 'boleta', folio ?? `interna-${number ?? 0}`);
      return downloadFile(getTaxDocument, { params: { id: id ?? '' } }, name);
    },
    onDone: () => {},
    texts: { failed: t.downloadFailed },
  });
  const busy = (retry.sending ?? download.sending)?.id;
  return (
    <DataTable
      caption={t.caption}
      columns={columnsOf({ busy, issue: retry.send, download: download.send })}
      rows={rows}
      keyOf={({ id }) => id}
    />
  );
}
