import { formatSecond } from '../../../lib/admin-dates.ts';
import { PAGE_SIZES } from '../../../lib/use-list-place.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { auditAction, auditDetail } from '../audit-words.ts';
import { type AuditEntry, AUDIT_KEY, fetchAudit } from '../data.ts';
import { salesTexts as t } from '../texts.ts';

const ID_SHOWN = 8;

/** Who did what, newest first. */
export function AuditLog() {
  const list = usePagedList<AuditEntry>({
    queryKey: AUDIT_KEY,
    fetchPage: fetchAudit,
    wordsOf: ({ action }) => auditAction(action),
  });
  return (
    <>
      <p className="mb-4 max-w-[62ch] text-sm text-ink-2">{t.auditText}</p>
      <ListPanel
        list={list}
        sizes={PAGE_SIZES}
        caption={t.auditCaption}
        columns={columns}
        keyOf={({ id }) => id}
        empty={t.auditEmpty}
      />
    </>
  );
}

const c = t.auditColumns;
const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'what',
    label: c.what,
    place: 'title',
    cell: ({ action, detail }) => (
      <>
        {auditAction(action)}
        {auditDetail(detail) !== null && (
          <span className="block font-sans text-xs font-normal text-ink-3">{auditDetail(detail)}</span>
        )}
      </>
    ),
  },
  { id: 'who', label: c.who, cell: ({ actor_name: name }) => name ?? t.theShop },
  {
    id: 'at',
    label: c.at,
    cell: ({ at }) => <span className="figures whitespace-nowrap">{formatSecond(at)}</span>,
  },
  {
    id: 'subject',
    label: c.subject,
    cell: (entry) => <Subject entry={entry} />,
  },
];

/** What it was done to and whom it concerns; the end of an id, whose beginning is the time, where there is no name. */
function Subject({ entry: { subject, subject_name: name, person } }: { readonly entry: AuditEntry }) {
  if (name === null && person === null) {
    return (
      <span title={subject} className="figures text-ink-3">
        …{subject.slice(-ID_SHOWN)}
      </span>
    );
  }
  return (
    <span className="[overflow-wrap:anywhere]">
      {name ?? person?.name}
      {person && (
        <span className="block text-xs text-ink-3">
          {name !== null && person.name} {person.email}
        </span>
      )}
    </span>
  );
}
