import { adminCompareReport, type ReportComparison } from '@cuentos/contract/accounting';
import { CircleAlert, CircleCheck, FileUp, Info } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatNumber, formatPrice } from '../../../lib/formats.ts';
import { useSite } from '../../../lib/page-data.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { Link } from '../../../ui/navigation.tsx';
import { adminCall } from '../../admin/admin-call.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { PartLinks } from '../../admin/row-links.tsx';
import { useLastChoice } from '../../admin/use-last-choice.ts';
import { accountingTexts as t } from './texts.ts';

interface NoteProps {
  readonly tone: 'ok' | 'bad' | 'info';
  readonly title: string;
  readonly children?: ReactNode;
}

const noteTones = {
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
} as const;

/** Shows in a line whether a check passed. */
export function Note({ tone, title, children }: NoteProps) {
  const Icon = tone === 'ok' ? CircleCheck : tone === 'bad' ? CircleAlert : Info;
  return (
    <div className={`flex gap-2.5 rounded-2 px-3.5 py-3 text-sm [&>svg]:size-5 [&>svg]:shrink-0 ${noteTones[tone]}`}>
      <Icon aria-hidden="true" />
      <div className="figures grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}

const REPORT_BYTES = 20 * 1024 * 1024;

interface ChosenFile {
  readonly file: File;
  readonly choice: AbortSignal;
}

/** Uploads a report of a month for comparison. */
function useComparison(month: string) {
  const [fault, setFault] = useState<string>();
  const [result, setResult] = useState<ReportComparison>();
  const choose = useLastChoice();
  const { busy, send } = useAdminMutation({
    call: ({ file, choice: signal }: ChosenFile) => {
      const form = new FormData();
      form.set('report', file);
      return adminCall(adminCompareReport, { params: { month }, multipart: form, handles: 'all', signal });
    },
    onDone: (comparison, { choice }) => {
      if (!choice.aborted) setResult(comparison);
    },
    onFailure: (error, { choice }) => {
      // Another report was chosen meanwhile, and shows its own result.
      if (choice.aborted) return true;
      const isTold = error instanceof ApiError && ['report_unusable', 'payload_too_large'].includes(error.code ?? '');
      if (isTold) setFault(error.detail);
      return isTold;
    },
    texts: { failed: t.compareFailed },
  });
  const compare = (file: File) => {
    const choice = choose();
    setFault(undefined);
    setResult(undefined);
    if (file.size > REPORT_BYTES) setFault(t.tooLarge);
    else send({ file, choice });
  };
  return { busy, fault, result, compare };
}

/** Uploads the provider's report of a month and shows where it and the ledger disagree. */
export function ProviderReport({ month }: { readonly month: string }) {
  const input = useRef<HTMLInputElement>(null);
  const hasSandboxReport = useSite()?.sandboxControls;
  const { busy, fault, result, compare } = useComparison(month);
  return (
    <section aria-labelledby="provider-report">
      <h2 id="provider-report" className="type-1">
        {t.reportTitle}
      </h2>
      <p className="mt-1 max-w-[62ch] text-sm text-ink-2">{t.reportText}</p>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button icon={<FileUp aria-hidden="true" />} busy={busy} onClick={() => input.current?.click()}>
          {result ? t.chooseOther : t.choose}
        </Button>
        {hasSandboxReport && (
          <a
            href={`/sandbox/mercadopago/_control/reports/${month}.csv`}
            download={`settlement-${month}.csv`}
            className={buttonClass({ variant: 'quiet' })}
          >
            {t.sandboxReport}
          </a>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t.choose}
          accept=".csv,text/csv"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Clears the field, so that the same file can be chosen again.
            target.value = '';
            if (file) compare(file);
          }}
        />
      </div>
      <output className="sr-only">{busy ? t.comparing : result && titleOf(result)}</output>
      <div className="mt-5 grid gap-6 empty:hidden">
        {fault !== undefined && <Banner title={fault} />}
        {result && <Result result={result} />}
      </div>
    </section>
  );
}

function titleOf({ lines, differences }: ReportComparison): string {
  if (lines === 0) return t.nothingInMonth;
  return differences.length === 0 ? t.allAgree : t.someDiffer(differences.length);
}

function Result({ result }: { readonly result: ReportComparison }) {
  const { lines, ignored, unknown, agreeing, differences } = result;
  const isEmpty = lines === 0;
  return (
    <>
      <Note tone={isEmpty ? 'info' : differences.length === 0 ? 'ok' : 'bad'} title={titleOf(result)}>
        <p>
          {t.agreeing(agreeing, formatNumber(agreeing))} {ignored > 0 && t.ignored(ignored, formatNumber(ignored))}
        </p>
      </Note>
      {unknown.length > 0 && (
        <Note tone="bad" title={t.unknown}>
          <p>{t.unknownText}</p>
          <ul className="figures mt-1 list-disc ps-5">
            {unknown.map(({ kind, lines: count, amount }) => (
              <li key={kind}>{t.unknownKind(kind, count, formatPrice(amount))}</li>
            ))}
          </ul>
        </Note>
      )}
      {!isEmpty && <Sides result={result} />}
      {differences.length > 0 && (
        <ul>
          {differences.map((difference) => (
            <DifferenceRow key={difference.payment_number} difference={difference} />
          ))}
        </ul>
      )}
    </>
  );
}

const sides = ['provider', 'ours'] as const;
type Side = (typeof sides)[number];
const parts = ['came', 'back', 'fee'] as const;

interface SideSums extends PaymentSums {
  readonly side: Side;
}
type PaymentSums = ReportComparison['provider'];

const sideColumns: readonly Column<SideSums>[] = [
  { id: 'side', label: t.sideLabel, place: 'title', cell: ({ side }) => t.side[side] },
  ...parts.map((part) => ({
    id: part,
    label: t.parts[part],
    end: true,
    cell: (row: SideSums) => <span className="figures whitespace-nowrap">{formatPrice(row[part])}</span>,
  })),
];

/** Shows payments, refunds and fees of both sides. */
function Sides({ result }: { readonly result: ReportComparison }) {
  const rows = sides.map((side) => ({ side, ...result[side] }));
  return (
    <div className="max-w-[44rem]">
      <DataTable caption={t.sides} columns={sideColumns} rows={rows} keyOf={({ side }) => side} />
    </div>
  );
}

type Difference = ReportComparison['differences'][number];

function DifferenceRow({ difference }: { readonly difference: Difference }) {
  const { kind, payment_number: number, titles } = difference;
  const sideText = (side: Side) => {
    const sums = difference[side];
    return sums === null ? t.missing : t.sums3(formatPrice(sums.came), formatPrice(sums.back), formatPrice(sums.fee));
  };
  return (
    <li className="figures grid gap-1 border-b border-line py-4 text-sm [overflow-wrap:anywhere]">
      <h3 className="text-base">{t.differenceNames[kind]}</h3>
      <p className="text-ink-2">
        {t.payment(number)}
        {titles.length > 0 && (
          <>
            {' · '}
            <PartLinks titles={titles} />
          </>
        )}
      </p>
      {sides.map((side) => (
        <p key={side}>
          <span className="text-ink-3">{t.side[side]}:</span> {sideText(side)}
        </p>
      ))}
      <p className="max-w-[62ch] text-ink-2">{t.nextSteps[kind]}</p>
      {kind !== 'other_month' && (
        <p>
          <Link
            to="/admin/user-book-parts"
            className="link inline-flex min-h-11 items-center"
            aria-label={t.of(t.toPurchases, t.payment(number))}
          >
            {t.toPurchases}
          </Link>
        </p>
      )}
    </li>
  );
}
