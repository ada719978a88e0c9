import { adminListBooks } from '@cuentos/contract/books';
import { adminListParts } from '@cuentos/contract/parts';
import { adminLiftRecall, adminListRecalls, type RecallPart } from '@cuentos/contract/recalls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf } from '../../lib/api/query-key.ts';
import { Button } from '../../ui/button.tsx';
import { RowAction } from '../../ui/lists/data-table.tsx';
import { ask } from '../../ui/overlays/confirm.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { adminCall, adminQueryOf } from '../admin/admin-call.ts';
import { useAdminMutation } from '../admin/admin-mutation.ts';
import { formatMinute } from '../admin/dates.ts';
import { PartLink } from '../admin/row-links.tsx';
import { RecallDialog } from './recall-dialog.tsx';
import { recallTexts as t } from './texts.ts';

const recallsQuery = adminQueryOf(adminListRecalls, { handles: 'all' });

/** 'Retirar de todas partes': the recalled parts, with buttons to recall a part and to lift a recall. */
export function Recalls() {
  const client = useQueryClient();
  const parts = useQuery({ ...recallsQuery, staleTime: 0 });
  const [isRecalling, setIsRecalling] = useState(false);
  const reload = async () =>
    Promise.all(
      [recallsQuery.queryKey, keyOf(adminListParts), keyOf(adminListBooks)].map(async (queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const recalledParts = parts.data?.filter(({ recall }) => recall !== null) ?? [];
  if (parts.data?.length === 0) return null;
  return (
    <details className="mt-6" open={recalledParts.length > 0}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent">
        {t.title}
        {recalledParts.length > 0 && ` (${recalledParts.length})`}
      </summary>
      <p className="mt-1 max-w-[62ch] text-sm text-ink-2">{t.text}</p>
      {parts.isError && (
        <div className="mt-3 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t.failed}
          <Button onClick={() => void parts.refetch()}>{t.retry}</Button>
        </div>
      )}
      {recalledParts.length > 0 && <RecalledParts parts={recalledParts} onLifted={reload} />}
      {parts.data && (
        <div className="mt-4">
          <Button onClick={() => setIsRecalling(true)}>{t.start}</Button>
        </div>
      )}
      {isRecalling && parts.data && (
        <RecallDialog
          parts={parts.data.filter(({ recall }) => recall === null)}
          onRecalled={() => void reload()}
          onClose={() => setIsRecalling(false)}
        />
      )}
    </details>
  );
}

interface RecalledPartsProps {
  readonly parts: readonly RecallPart[];
  readonly onLifted: () => Promise<unknown>;
}

function RecalledParts({ parts, onLifted }: RecalledPartsProps) {
  const { sending, send } = useAdminMutation({
    call: ({ part_id }: RecallPart) => adminCall(adminLiftRecall, { params: { part_id }, handles: 'all' }),
    onDone: () => showToast('success', t.lifted),
    texts: { byCode: { part_not_recalled: t.notRecalled, part_name_taken: t.nameTaken }, failed: t.liftFailed },
    onEnd: onLifted,
  });
  const lift = async (part: RecallPart) => {
    const question = { title: t.liftAsk, message: t.liftText(part.part_name), confirm: t.lift, cancel: t.cancel };
    if (await ask(question)) send(part);
  };
  return (
    <ul aria-label={t.recalled} className="mt-3 border-t border-line">
      {parts.map((part) => (
        <li key={part.part_id} className="flex items-center justify-between gap-3 border-b border-line py-2.5">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-serif">
              <PartLink bookId={part.is_deleted ? null : part.book_id} name={part.part_name} />,{' '}
              <cite>{part.book_name}</cite>
            </p>
            <RecallFacts recall={part.recall} />
          </div>
          <RowAction
            busy={sending?.part_id === part.part_id}
            aria-label={t.liftOf(part.part_name)}
            onClick={() => void lift(part)}
          >
            {t.lift}
          </RowAction>
        </li>
      ))}
    </ul>
  );
}

function RecallFacts({ recall }: Pick<RecallPart, 'recall'>) {
  if (recall === null) return null;
  const { kind, reason, recalled_at: at, recalled_by: by, is_telling: isTelling } = recall;
  return (
    <p className="figures text-xs text-ink-3">
      {t.since(t.kinds[kind], formatMinute(at), by ?? t.someone)} {t.reasonOf(reason)} {isTelling && t.telling}
    </p>
  );
}
