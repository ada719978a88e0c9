import type { Figure, Stats } from '@cuentos/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useNow } from '../../lib/clock.ts';
import { formatNumber, formatPrice } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { BarChart } from '../../ui/pictures/bar-chart.tsx';
import { EmptyPocketDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { useAdminMutation } from '../admin/admin-mutation.ts';
import { formatFormDay, toFormDay } from '../admin/dates.ts';
import { PartLink } from '../admin/row-links.tsx';
import { downloadStats, statsQuery } from './api.ts';
import {
  type Bucket,
  bucketsOf,
  daysBefore,
  lastMonth,
  type Period,
  periodFault,
  type Step,
  stepOf,
  thisMonth,
} from './period.ts';
import { reportTexts as t } from './texts.ts';
import { Waiting } from '../../ui/waiting.tsx';

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

const dayOf = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
const monthOf = (day: string) => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';

function labelOf({ from }: Bucket, step: Step): string {
  return step === 'month' ? `${monthOf(from)} ${from.slice(0, 4)}` : `${Number(from.slice(8))} ${monthOf(from)}`;
}

function nameOf({ from, to }: Bucket, step: Step): string {
  if (step === 'month') return `${monthOf(from)} ${from.slice(0, 4)}`;
  return from === to ? dayOf(from) : t.week(dayOf(from), dayOf(to));
}

const salesOf = (count: number) => t.sales(count, formatNumber(count));

/** `30000` → `$30 mil`, short enough for an axis; negative amounts likewise. */
function shortPrice(value: number): string {
  const size = Math.abs(value);
  const decimal = (number: number) => String(Math.round(number * 10) / 10).replace('.', ',');
  if (size >= 1_000_000) return t.millions(decimal(size / 1_000_000));
  return size >= 10_000 ? t.thousands(decimal(size / 1000)) : formatPrice(size);
}

/** Sales and refunds over time, as a picture, a sentence and a table. */
function SalesChart({ days }: Pick<Stats, 'days'>) {
  const step = stepOf(days.length);
  const drawnChart = useMemo(() => {
    const buckets = bucketsOf(days, step);
    return {
      buckets,
      labels: buckets.map((bucket) => labelOf(bucket, step)),
      details: buckets.map((bucket) =>
        t.point(nameOf(bucket, step), formatPrice(bucket.amount), salesOf(bucket.sales)),
      ),
      series: [
        { name: t.sold, paint: '--cb-chart-1', values: buckets.map(({ amount }) => amount) },
        { name: t.refunded, paint: '--cb-chart-2', values: buckets.map(({ refunds }) => refunds) },
      ] as const,
    };
  }, [days, step]);
  const moving = drawnChart.buckets.filter(({ sales, refunds }) => sales > 0 || refunds < 0);
  const best = moving.toSorted((a, b) => b.amount - a.amount)[0];
  return (
    <section>
      <h2 className="type-1 mb-3">{t.chartTitle[step]}</h2>
      {best ? (
        <>
          <BarChart
            labels={drawnChart.labels}
            details={drawnChart.details}
            series={drawnChart.series}
            format={shortPrice}
            summary={t.summary(
              formatPrice(days.reduce((sum, { amount }) => sum + amount, 0)),
              salesOf(days.reduce((sum, { sales }) => sum + sales, 0)),
              nameOf(best, step),
              formatPrice(best.amount),
            )}
          />
          <details className="mt-3">
            <summary className="link inline-flex min-h-11 items-center text-sm">{t.asTable}</summary>
            <DataTable
              caption={t.tableCaption}
              columns={columns(step)}
              rows={moving.toReversed()}
              keyOf={({ from }) => from}
            />
          </details>
        </>
      ) : (
        <EmptyState drawing={<EmptyPocketDrawing />} title={t.noSalesTitle} text={t.noSalesText} />
      )}
    </section>
  );
}

function columns(step: Step): Column<Bucket>[] {
  return [
    { id: 'when', label: t.columns.when, place: 'title', cell: (bucket) => nameOf(bucket, step) },
    { id: 'sales', label: t.columns.sales, end: true, cell: ({ sales }) => formatNumber(sales) },
    { id: 'amount', label: t.columns.amount, end: true, cell: ({ amount }) => formatPrice(amount) },
    { id: 'refunds', label: t.columns.refunds, end: true, cell: ({ refunds }) => formatPrice(refunds) },
  ];
}

/** Figures that are counts and not payments. */
const counts = new Set(['sales', 'free', 'readers', 'visits', 'visitors']);
/** The first figure; the others follow in the server's order. */
const FIRST = 'net';

function figureText({ key, value }: Figure): string {
  return counts.has(key) ? formatNumber(value) : formatPrice(value);
}

/** Shows figures in a ruled strip, the first one larger and twice as wide, each with its definition. */
function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  const ordered = [...figures.filter(({ key }) => key === FIRST), ...figures.filter(({ key }) => key !== FIRST)];
  return (
    <section aria-label={t.figures}>
      {/* Two columns on a phone, and one where its letters are large. */}
      <dl className="border-t border-line max-md:flex max-md:flex-wrap md:grid md:grid-cols-3 lg:grid-cols-4">
        {ordered.map((figure, index) => (
          <div
            key={figure.key}
            className={`flex flex-col border-b border-line py-4 pr-4 max-md:flex-[1_1_40%] max-md:odd:pl-4 md:border-l md:pl-4 md:first:border-l-0 md:first:pl-0 md:max-lg:nth-[3n]:border-l-0 md:max-lg:nth-[3n]:pl-0 lg:nth-[4n]:border-l-0 lg:nth-[4n]:pl-0 ${index === 0 ? 'max-md:basis-full max-md:pl-0! md:col-span-2' : ''}`}
          >
            <dt className="text-xs font-semibold text-ink-2">{figure.name}</dt>
            <dd
              className={`figures mt-1 font-serif font-semibold whitespace-nowrap ${index === 0 ? 'text-3xl leading-tight' : 'text-xl leading-8'}`}
            >
              {figureText(figure)}
            </dd>
            <dd className="mt-1 text-xs text-ink-3">{figure.definition}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Preset = keyof typeof t.presets;
const presets: readonly Preset[] = ['month', 'last', '7', '30', '90', '365', 'own'];

/** The dates of a preset period on a day; null for a custom one. */
function usualPeriod(preset: Preset, today: string): Period | null {
  if (preset === 'own') return null;
  if (preset === 'month') return thisMonth(today);
  if (preset === 'last') return lastMonth(today);
  return { from: daysBefore(today, Number(preset) - 1), to: today };
}

interface PeriodFieldsProps {
  readonly period: Period;
  /** Today's date in Santiago. */
  readonly today: string;
  readonly onChange: (period: Period) => void;
}

/** The preset that equals this period. */
function presetOf({ from, to }: Period, today: string): Preset {
  const isMeant = (preset: Preset) => {
    const usual = usualPeriod(preset, today);
    return usual !== null && usual.from === from && usual.to === to;
  };
  return presets.find(isMeant) ?? 'own';
}

/** Chooses a period: a preset, or any two days. */
function PeriodFields({ period, today, onChange }: PeriodFieldsProps) {
  const [preset, setPreset] = useState<Preset>(() => presetOf(period, today));
  const choose = (value: string) => {
    const next = presets.find((preset) => preset === value) ?? 'own';
    setPreset(next);
    onChange(usualPeriod(next, today) ?? period);
  };
  const fault = periodFault(period);
  const words = t.periodWords(formatFormDay(period.from) ?? '', formatFormDay(period.to) ?? '');
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SelectField
        label={t.period}
        className="w-[min(14rem,calc(100vw-40px))] md:w-80"
        value={preset}
        hint={preset === 'own' ? undefined : words}
        onChange={(event) => choose(event.target.value)}
      >
        {presets.map((id) => (
          <option key={id} value={id}>
            {t.presets[id]}
          </option>
        ))}
      </SelectField>
      {preset === 'own' && (
        <>
          <TextField
            label={t.from}
            type="date"
            className="w-44"
            max={today}
            value={period.from}
            hint={formatFormDay(period.from) ?? undefined}
            onChange={(event) => onChange({ ...period, from: event.target.value })}
          />
          <TextField
            label={t.to}
            type="date"
            className="w-44"
            max={today}
            value={period.to}
            hint={formatFormDay(period.to) ?? undefined}
            error={fault === null ? undefined : t.periodFaults[fault]}
            onChange={(event) => onChange({ ...period, to: event.target.value })}
          />
        </>
      )}
    </div>
  );
}

const DAYS_FIRST = 30;

/** Figures between two days, which are in the address, over time, with the most read parts. */
export function SalesSummary() {
  const today = toFormDay(useNow());
  const [query, setQuery] = useSearchParams();
  const [chosenPeriod, setChosenPeriod] = useState({ from: query.get('desde'), to: query.get('hasta') });
  const period: Period = { from: chosenPeriod.from ?? daysBefore(today, DAYS_FIRST - 1), to: chosenPeriod.to ?? today };
  const setPeriod = (next: Period) => {
    // The address follows typing with a delay.
    setChosenPeriod(next);
    setQuery({ desde: next.from, hasta: next.to }, { replace: true });
  };
  const sound = periodFault(period) === null;
  const stats = useQuery({ ...statsQuery(period), enabled: sound });
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4 md:items-start">
        <PeriodFields period={period} today={today} onChange={setPeriod} />
        <CsvButton period={period} disabled={!sound} />
      </div>
      {stats.isError ? (
        <EmptyState
          drawing={<TornSeamDrawing />}
          title={t.failed}
          text={t.failedText}
          action={<Button onClick={() => void stats.refetch()}>{t.retry}</Button>}
        />
      ) : (
        <Report stats={stats.data} isLoading={stats.isFetching} />
      )}
    </>
  );
}

function Report({ stats, isLoading }: { readonly stats: Stats | undefined; readonly isLoading: boolean }) {
  if (!stats) {
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
  return (
    <div aria-busy={isLoading} className="mt-6 grid gap-12">
      <Figures figures={stats.figures} />
      <div className="grid gap-12 lg:grid-cols-[8fr_4fr] lg:gap-14">
        <SalesChart days={stats.days} />
        <div className="grid content-start gap-12">
          <MostRead {...stats.most_read} />
          <MostVisited {...stats.visited} />
        </div>
      </div>
      <MoneyOfParts {...stats.parts} />
    </div>
  );
}

type MoneyRow = Stats['parts']['rows'][number];

const moneyColumns: Column<MoneyRow>[] = [
  {
    id: 'part',
    label: t.moneyColumns.part,
    place: 'title',
    cell: ({ book_id: id, book_part_name: part, book_name: book }) => (
      <>
        <PartLink bookId={id} name={part} />
        <span className="sr-only"> {book}</span>
      </>
    ),
  },
  { id: 'sales', label: t.moneyColumns.sales, end: true, cell: ({ sales }) => formatNumber(sales) },
  ...(['amount', 'refunds', 'chargebacks', 'fees', 'vat', 'net'] as const).map((column) => ({
    id: column,
    label: t.moneyColumns[column],
    end: true,
    cell: (row: MoneyRow) => <span className="figures whitespace-nowrap">{formatPrice(row[column])}</span>,
  })),
];

/** Money of each part, under the sums of its book. */
function MoneyOfParts({ definition, rows }: Stats['parts']) {
  const books = [...Map.groupBy(rows, ({ book_id: id }) => id)];
  return (
    <section>
      <h2 className="type-1">{t.money}</h2>
      <p className="mt-1 mb-3 max-w-[62ch] text-xs text-ink-3">{definition}</p>
      {rows.length === 0 && <p className="text-sm text-ink-2">{t.noMoney}</p>}
      {books.map(([id, parts]) => (
        <div key={id} className="mb-8">
          <h3 className="text-lg">{parts[0]?.book_name}</h3>
          <p className="figures mb-2 text-sm text-ink-2">
            {t.bookSums(formatPrice(sumOf(parts, 'amount')), formatPrice(sumOf(parts, 'net')))}
          </p>
          <DataTable
            caption={t.moneyCaption(parts[0]?.book_name ?? '')}
            columns={moneyColumns}
            rows={parts}
            keyOf={({ book_part_id: part }) => part}
          />
        </div>
      ))}
    </section>
  );
}

const sumOf = (rows: readonly MoneyRow[], column: 'amount' | 'net') =>
  rows.reduce((sum, { [column]: value }) => sum + value, 0);

/** Screens of the shop by number of views. */
function MostVisited({ definition, screens }: Stats['visited']) {
  return (
    <section>
      <h2 className="type-1">{t.visited}</h2>
      <p className="mt-1 mb-3 text-xs text-ink-3">{definition}</p>
      {screens.length === 0 && <p className="text-sm text-ink-2">{t.noVisits}</p>}
      <ol>
        {screens.map(({ route, views }) => (
          <li key={route} className="flex items-baseline justify-between gap-3 border-b border-line py-2 text-sm">
            <span className="min-w-0 [overflow-wrap:anywhere]">{t.screens[route] ?? route}</span>
            <span className="figures-column font-semibold">{formatNumber(views)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function CsvButton({ period, disabled }: { readonly period: Period; readonly disabled: boolean }) {
  const { busy, send } = useAdminMutation({
    call: () => downloadStats(period),
    onDone: () => {},
    texts: { failed: t.csvFailed },
  });
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      aria-label={t.csvLabel}
      busy={busy}
      disabled={disabled}
      // Placed beside the field, not beside its label.
      className="md:mt-7"
      onClick={() => send()}
    >
      {t.csv}
    </Button>
  );
}

/** Parts by readers; the server withholds counts below five people. */
function MostRead({ definition, parts }: Stats['most_read']) {
  const most = parts[0]?.readers ?? 1;
  return (
    <section>
      <h2 className="type-1">{t.mostRead}</h2>
      <p className="mt-1 mb-3 text-xs text-ink-3">{definition}</p>
      {parts.length === 0 && <p className="text-sm text-ink-2">{t.noReaders}</p>}
      <ol>
        {parts.map((part) => (
          <li key={part.book_part_id} className="border-b border-line py-3">
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0">
                <span className="block text-sm font-medium">
                  <PartLink bookId={part.book_id} name={part.book_part_name} />
                </span>
                <span className="block text-xs text-ink-3">{part.book_name}</span>
              </span>
              <span className="figures-column text-sm font-semibold">{formatNumber(part.readers)}</span>
            </div>
            <svg aria-hidden="true" width="100%" height="10" className="mt-1.5 block">
              <rect width={`${(100 * part.readers) / most}%`} height="10" rx="2" fill="var(--cb-chart-1)" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  );
}
