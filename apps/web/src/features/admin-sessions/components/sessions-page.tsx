import type { ActiveSession } from '@cuentos/contract/admin/sessions';
import { role } from '@cuentos/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { formatMinute } from '../../../lib/admin-dates.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { NO_ANSWER_TEXT } from '../../../lib/error-texts.ts';
import { session as ownSession } from '../../../lib/session.ts';
import { PAGE_SIZES } from '../../../lib/use-list-place.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { ask } from '../../../ui/ask-store.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { SectionTitle } from '../../../ui/section-title.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { closeSession, fetchSessions, SESSIONS_KEY } from '../data.ts';
import { sessionTexts as t } from '../texts.ts';

interface SessionsPageProps {
  /** Opens the form of a new user. */
  readonly onAddUser: () => void;
  readonly onEditUser: (session: ActiveSession) => void;
  readonly onDeleteUser: (session: ActiveSession) => void;
}

const roleName = (name: string) => {
  const known = role.safeParse(name);
  return known.success ? t.roles[known.data] : name;
};

/** 'Sesiones Activas'. */
export function SessionsPage({ onAddUser, onEditUser, onDeleteUser }: SessionsPageProps) {
  const client = useQueryClient();
  const list = usePagedList<ActiveSession>({
    queryKey: SESSIONS_KEY,
    fetchPage: fetchSessions,
    wordsOf: ({ name, email, role_name: name_ }) => `${name} ${email} ${name_} ${roleName(name_)}`,
  });
  const close = async (row: ActiveSession) => {
    const message = t.closeText(row.name, formatMinute(row.created_at));
    if (!(await ask({ title: t.closeTitle, message, confirm: t.close, cancel: t.cancel }))) return;
    try {
      if (await closeSession(row.id)) showToast('success', t.closed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'forbidden') showToast('error', failureText(error));
    }
    await client.invalidateQueries({ queryKey: SESSIONS_KEY });
  };
  return (
    <>
      <SectionTitle title={t.title} text={t.text} />
      <ListPanel
        list={list}
        sizes={PAGE_SIZES}
        caption={t.caption}
        columns={columns({ onClose: (row) => void close(row), onEditUser, onDeleteUser })}
        keyOf={({ id }) => id}
        searchLabel={t.search}
        empty={t.empty}
        action={
          <Button icon={<Plus aria-hidden="true" />} onClick={onAddUser}>
            {t.add}
          </Button>
        }
      />
    </>
  );
}

function failureText({ status, code }: ApiError): string {
  if (code === 'session_not_found') return t.gone;
  return status === 0 ? NO_ANSWER_TEXT : t.failed;
}

interface RowActions extends Omit<SessionsPageProps, 'onAddUser'> {
  readonly onClose: (row: ActiveSession) => void;
}

function columns({ onClose, onEditUser, onDeleteUser }: RowActions): Column<ActiveSession>[] {
  const c = t.columns;
  const own = ownSession.claims()?.sid;
  return [
    {
      id: 'name',
      label: c.name,
      place: 'title',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {row.name}
          {row.id === own && (
            <span className="font-sans">
              <Badge tone="info">{t.thisOne}</Badge>
            </span>
          )}
        </span>
      ),
    },
    { id: 'email', label: c.email, cell: (row) => row.email },
    { id: 'role', label: c.role, cell: (row) => <span className="whitespace-nowrap">{roleName(row.role_name)}</span> },
    {
      id: 'created',
      label: c.created,
      cell: (row) => <Moment at={row.created_at} />,
    },
    {
      id: 'expires',
      label: c.expires,
      cell: (row) => <Moment at={row.expired_at} />,
    },
    {
      id: 'actions',
      label: c.actions,
      place: 'actions',
      cell: (row) => (
        // One below the other on a tablet: five columns leave no room for all three.
        <span className="flex flex-wrap gap-x-1 md:flex-col md:items-end lg:flex-row lg:flex-nowrap">
          {row.id !== own && (
            <RowAction aria-label={t.of(t.close, row.name)} onClick={() => onClose(row)}>
              {t.close}
            </RowAction>
          )}
          <RowAction aria-label={t.of(t.edit, row.name)} onClick={() => onEditUser(row)}>
            {t.edit}
          </RowAction>
          <RowAction tone="danger" aria-label={t.of(t.remove, row.name)} onClick={() => onDeleteUser(row)}>
            {t.remove}
          </RowAction>
        </span>
      ),
    },
  ];
}

/** On a tablet the hour stands below the day. */
function Moment({ at }: { readonly at: string }) {
  return <span className="figures md:max-xl:block md:max-xl:w-[9ch] xl:whitespace-nowrap">{formatMinute(at)}</span>;
}
