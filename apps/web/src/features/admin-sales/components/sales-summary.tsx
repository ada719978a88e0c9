import type { Stats } from '@cuentos/contract/admin/reports';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { toFormDay } from '../../../lib/admin-dates.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useNow } from '../../../lib/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { TornSeamDrawing } from '../../../ui/drawings.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { downloadStats, statsQuery } from '../data.ts';
import { daysBefore, type Period, periodFault } from '../period.ts';
import { salesTexts as t } from '../texts.ts';
import { Figures } from './figures.tsx';
import { MostRead } from './most-read.tsx';
import { PeriodFields } from './period-fields.tsx';
import { SalesChart } from './sales-chart.tsx';

const DAYS_FIRST = 30;

/** Figures between two days, which stand in the address, over time, and what is read most. */
export function SalesSummary() {
  const today = toFormDay(useNow());
  const [query, setQuery] = useSearchParams();
  const [chosen, setChosen] = useState({ from: query.get('desde'), to: query.get('hasta') });
  const period: Period = { from: chosen.from ?? daysBefore(today, DAYS_FIRST - 1), to: chosen.to ?? today };
  const setPeriod = (next: Period) => {
    // The address follows later than somebody types.
    setChosen(next);
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
      {stats.isError || stats.data === false ? (
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
      <div className="mt-6 grid gap-8">
        <output className="sr-only">{t.loading}</output>
        <div aria-hidden="true" className="skeleton h-36" />
        <div aria-hidden="true" className="skeleton h-72" />
      </div>
    );
  }
  return (
    <div aria-busy={isLoading} className="mt-6 grid gap-12">
      <Figures figures={stats.figures} />
      <div className="grid gap-12 lg:grid-cols-[8fr_4fr] lg:gap-14">
        <SalesChart days={stats.days} />
        <MostRead {...stats.most_read} />
      </div>
    </div>
  );
}

function CsvButton({ period, disabled }: { readonly period: Period; readonly disabled: boolean }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await downloadStats(period);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'forbidden')) showToast('error', t.csvFailed);
    }
    setBusy(false);
  };
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      aria-label={t.csvLabel}
      busy={busy}
      disabled={disabled}
      // Beside the field, not beside its label.
      className="md:mt-7"
      onClick={() => void download()}
    >
      {t.csv}
    </Button>
  );
}
