import { adminLinkBackup, type KeptBackup } from '@cuentos/contract/backups';
import { formatBytes } from '../../lib/formats.ts';
import { type Column, DataTable, RowAction } from '../../ui/lists/data-table.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { adminCall } from '../admin/admin-call.ts';
import { useAdminMutation } from '../admin/admin-mutation.ts';
import { formatMinute } from '../admin/dates.ts';
import { backupTexts as t } from './texts.ts';

/** Lists the stored backups, the newest first, each to be downloaded as one file. */
export function KeptBackups({ kept, asOf }: { readonly kept: readonly KeptBackup[]; readonly asOf: string | null }) {
  const { sending, send } = useAdminMutation({
    call: ({ id }: KeptBackup) => adminCall(adminLinkBackup, { params: { id }, handles: 'all' }),
    onDone({ path }) {
      follow(path);
      showToast('success', t.downloadBegins);
    },
    texts: { failed: t.downloadFailed, serverSays: [404] },
  });
  return (
    <section className="grid gap-3 print:hidden">
      <h3 className="type-1">{t.listTitle}</h3>
      {asOf !== null && <p className="figures text-sm text-ink-3">{t.asOf(formatMinute(asOf))}</p>}
      {kept.length === 0 && <p className="text-sm text-ink-3">{t.none}</p>}
      {kept.length > 0 && (
        <DataTable caption={t.listTitle} columns={columnsOf(sending?.id, send)} rows={kept} keyOf={({ id }) => id} />
      )}
      <p className="max-w-[62ch] text-sm text-ink-3">{t.explained}</p>
    </section>
  );
}

function columnsOf(sendingId: string | undefined, send: (backup: KeptBackup) => void): readonly Column<KeptBackup>[] {
  return [
    { id: 'made', label: t.made, place: 'title', cell: ({ made_at: at }) => formatMinute(at) },
    { id: 'size', label: t.size, cell: ({ size, added }) => t.sizeOf(formatBytes(size), formatBytes(added)) },
    { id: 'checked', label: t.checked, cell: (backup) => <Checked backup={backup} /> },
    {
      id: 'actions',
      label: t.actions,
      place: 'actions',
      end: true,
      cell: (backup) => (
        <RowAction
          busy={sendingId === backup.id}
          aria-label={t.downloadOf(formatMinute(backup.made_at))}
          onClick={() => send(backup)}
        >
          {t.download}
        </RowAction>
      ),
    },
  ];
}

function Checked({
  backup: { rows, files, checked_files: checked, missing_files: missing },
}: {
  readonly backup: KeptBackup;
}) {
  return (
    <>
      {t.checkedOf(rows, files, checked)}
      {missing > 0 && <span className="block text-danger">{t.missing(missing)}</span>}
    </>
  );
}

/** The browser downloads it, however large it is, and shows the progress. */
function follow(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
