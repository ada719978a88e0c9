import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDate } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { RowAction } from '../../ui/lists/data-table.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { type FailureTexts, useAdminMutation } from './admin-mutation.ts';
import { deletedTexts as texts } from './texts.ts';

/** A deleted object that can be restored. */
export interface DeletedRow {
  readonly id: string;
  readonly name: string;
  /** Note that distinguishes rows of one name. */
  readonly note: string;
  readonly deleted_at: string;
}

interface DeletedRowsProps<Row extends DeletedRow> {
  readonly title: string;
  /** Text about the contents that a restore brings back. */
  readonly text: string;
  readonly queryKey: QueryKey;
  readonly load: () => Promise<readonly Row[]>;
  readonly restore: (row: Row) => Promise<unknown>;
  readonly done: string;
  readonly failures?: FailureTexts['byCode'];
  /** Called when the row is back in its list. */
  readonly onRestored: (row: Row) => void;
}

/** Lists deleted rows with a button that restores them; empty without any. */
export function DeletedRows<Row extends DeletedRow>(props: DeletedRowsProps<Row>) {
  const { title, text, queryKey, load, restore, done, failures, onRestored } = props;
  const client = useQueryClient();
  const deleted = useQuery({ queryKey, queryFn: load, staleTime: 0 });
  const { sending, send } = useAdminMutation({
    call: restore,
    onDone: (_result, row: Row) => {
      showToast('success', done);
      onRestored(row);
    },
    texts: { failed: texts.restoreFailed, ...(failures ? { byCode: failures } : {}) },
    onEnd: () => client.invalidateQueries({ queryKey }),
  });
  if (deleted.isError) {
    return (
      <div className="mt-12 flex flex-wrap items-center gap-3 text-sm text-ink-2">
        {texts.failed}
        <Button onClick={() => void deleted.refetch()}>{texts.retry}</Button>
      </div>
    );
  }
  if (!deleted.data || deleted.data.length === 0) return null;
  return (
    <details className="mt-12 border-t border-line pt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent">
        {title} ({deleted.data.length})
      </summary>
      <p className="mt-1 max-w-[62ch] text-sm text-ink-2">{text}</p>
      <ul className="mt-3 border-t border-line">
        {deleted.data.map((row) => (
          <li key={row.id} className="flex items-center justify-between gap-3 border-b border-line py-2.5">
            <div className="min-w-0">
              <p className="font-serif [overflow-wrap:anywhere]">{row.name}</p>
              <p className="figures text-xs text-ink-3 [overflow-wrap:anywhere]">
                {row.note} {texts.since(formatDate(row.deleted_at))}
              </p>
            </div>
            <RowAction busy={sending?.id === row.id} aria-label={texts.of(row.name)} onClick={() => send(row)}>
              {texts.restore}
            </RowAction>
          </li>
        ))}
      </ul>
    </details>
  );
}
