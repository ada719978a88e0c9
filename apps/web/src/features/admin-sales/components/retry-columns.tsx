import { formatMinute } from '../../../lib/admin-dates.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { salesTexts as t } from '../texts.ts';
import { tryFailure } from '../try-failure.ts';

interface Tried {
  readonly id: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

interface RetryColumns<Row> {
  readonly labels: { readonly time: string; readonly tries: string };
  readonly timeOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly canRetry: (row: Row) => boolean;
  readonly onRetry: (id: string) => void;
}

/** The columns that every log of work tried more than once ends with: since when, how often, again. */
export function retryColumns<Row extends Tried>(options: RetryColumns<Row>): Column<Row>[] {
  const { labels, timeOf, nameOf, canRetry, onRetry } = options;
  return [
    {
      id: 'time',
      label: labels.time,
      cell: (row) => <span className="figures whitespace-nowrap">{formatMinute(timeOf(row))}</span>,
    },
    {
      id: 'tries',
      label: labels.tries,
      cell: ({ attempts, last_error: error }) => (
        <>
          <span className="figures">{attempts}</span>
          {error && <span className="block text-xs text-danger">{tryFailure(error)}</span>}
        </>
      ),
    },
    {
      id: 'actions',
      label: t.resend,
      place: 'actions',
      cell: (row) =>
        canRetry(row) && (
          <RowAction aria-label={t.of(t.resend, nameOf(row))} onClick={() => onRetry(row.id)}>
            {t.resend}
          </RowAction>
        ),
    },
  ];
}
