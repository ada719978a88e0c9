import type { Purchase } from '@cuentos/contract/admin/purchases';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatDate } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { holdingsQuery } from '../data.ts';
import { askToTakeEarlyAccess } from '../take-back.ts';
import { purchaseTexts as t } from '../texts.ts';
import { EarlyAccessFields, useEarlyAccessForm } from './early-access-form.tsx';

/** Early access in a user's details: what there is, and a form for more. */
export function UserEarlyAccess({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const holdings = useQuery(holdingsQuery(userId));
  const [adding, setAdding] = useState(false);
  const reload = () => void client.invalidateQueries(holdingsQuery(userId));
  const early = holdings.data?.filter(({ source }) => source === 'early_access') ?? [];
  return (
    <section>
      <h3 className="text-lg">{t.earlyTitle}</h3>
      {holdings.isPending && <div aria-hidden="true" className="skeleton mt-2 h-12" />}
      {holdings.isError && (
        <div className="mt-1 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t.earlyFailed}
          <Button onClick={() => void holdings.refetch()}>{t.retry}</Button>
        </div>
      )}
      {holdings.data && early.length === 0 && <p className="mt-1 text-sm text-ink-2">{t.earlyNone}</p>}
      {early.length > 0 && (
        <ul className="mt-2 border-t border-line">
          {early.map((row) => (
            <Line key={row.id} row={row} onTaken={reload} />
          ))}
        </ul>
      )}
      {adding && (
        <AddForm
          userId={userId}
          onDone={() => {
            setAdding(false);
            reload();
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {!adding && holdings.data && (
        <Button className="mt-3" onClick={() => setAdding(true)}>
          {t.earlyAdd}
        </Button>
      )}
    </section>
  );
}

function Line({ row, onTaken }: { readonly row: Purchase; readonly onTaken: () => void }) {
  const until = row.expires_at === null ? `${t.earlyOpen}.` : t.earlyUntilDay(formatDate(row.expires_at));
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-2">
      <div className="min-w-0">
        <p className="font-serif">{row.book_part_name}</p>
        <p className="text-sm text-ink-2">{row.book_name}</p>
        <p className="figures text-xs text-ink-3">{t.earlyLine(formatDate(row.purchase_date), until)}</p>
      </div>
      <RowAction
        tone="danger"
        aria-label={t.of(t.earlyTake, row.user_name, row.book_part_name)}
        onClick={() => void askToTakeEarlyAccess(row).then((taken) => taken && onTaken())}
      >
        {t.earlyTake}
      </RowAction>
    </li>
  );
}

interface AddFormProps {
  readonly userId: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function AddForm({ userId, onDone, onCancel }: AddFormProps) {
  const form = useEarlyAccessForm(userId, onDone);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.busy) void form.submit();
  };
  return (
    <form noValidate onSubmit={send} className="mt-4 grid gap-4">
      <EarlyAccessFields form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t.earlySubmit}
        </Button>
      </div>
    </form>
  );
}
