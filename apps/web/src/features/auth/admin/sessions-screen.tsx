import { type FailureTexts, reportFailure } from '../../admin/admin-mutation.ts';
import { role } from '@cuentos/contract/account-fields';
import { type ActiveSession, adminCloseSession, adminListSessions } from '@cuentos/contract/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { session as ownSession } from '../../../lib/api/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, RowAction } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { adminCall } from '../../admin/admin-call.ts';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { formatMinute } from '../../admin/dates.ts';
import { PersonLink } from '../../admin/row-links.tsx';
import { pagesOf, usePagedList } from '../../admin/use-paged-list.ts';
import { deviceName } from '../../users/device-name.ts';
import { type OpenModal, UserModal } from '../../users/admin/user-modal.tsx';
import { sessionTexts } from './texts.ts';

/** GET /api/admin/active_sessions/{offset}/{limit}, newest first. */
const sessionPages = pagesOf(adminListSessions);

/** DELETE /api/admin/sessions/{id}: the next call of that device is refused. */
function closeSession(id: string): Promise<unknown> {
  return adminCall(adminCloseSession, { params: { id }, handles: 'all' });
}

interface SessionsPageProps {
  /** Opens the form of a new user. */
  readonly onAddUser: () => void;
  readonly onEditUser: (session: ActiveSession) => void;
  readonly onDeleteUser: (session: ActiveSession) => void;
}

const roleName = (name: string) => {
  const parsedRole = role.safeParse(name);
  return parsedRole.success ? sessionTexts.roles[parsedRole.data] : name;
};

/** 'Sesiones Activas'. */
function SessionsPage({ onAddUser, onEditUser, onDeleteUser }: SessionsPageProps) {
  const client = useQueryClient();
  const list = usePagedList<ActiveSession>({
    ...sessionPages,
    wordsOf: ({ name, email, role_name: name_, user_agent: agent }) =>
      `${name} ${email} ${name_} ${roleName(name_)} ${deviceName(agent)}`,
  });
  const close = async (row: ActiveSession) => {
    const message = sessionTexts.closeText(row.name, formatMinute(row.created_at));
    if (
      !(await ask({
        title: sessionTexts.closeTitle,
        message,
        confirm: sessionTexts.close,
        cancel: sessionTexts.cancel,
      }))
    )
      return;
    try {
      await closeSession(row.id);
      showToast('success', sessionTexts.closed);
    } catch (error) {
      reportFailure(error, closingFailures);
    }
    await client.invalidateQueries({ queryKey: sessionPages.queryKey });
  };
  return (
    <>
      <SectionTitle title={sessionTexts.title} text={sessionTexts.text} />
      <ListPanel
        list={list}
        caption={sessionTexts.caption}
        columns={columns({ onClose: (row) => void close(row), onEditUser, onDeleteUser })}
        searchLabel={sessionTexts.search}
        empty={sessionTexts.empty}
        action={
          <Button icon={<Plus aria-hidden="true" />} onClick={onAddUser}>
            {sessionTexts.add}
          </Button>
        }
      />
    </>
  );
}

const closingFailures: FailureTexts = {
  byCode: { session_not_found: sessionTexts.gone },
  failed: sessionTexts.failed,
};

interface RowActions extends Omit<SessionsPageProps, 'onAddUser'> {
  readonly onClose: (row: ActiveSession) => void;
}

function columns({ onClose, onEditUser, onDeleteUser }: RowActions): Column<ActiveSession>[] {
  const c = sessionTexts.columns;
  const own = ownSession.claims()?.sid;
  return [
    {
      id: 'name',
      label: c.name,
      place: 'title',
      cell: (row) => <Name row={row} isOwn={row.id === own} />,
    },
    { id: 'email', label: c.email, className: 'lg:w-[17%]', cell: (row) => row.email },
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
        // Stacks the three below 1280 px, because five columns leave no room for them.
        <span className="flex flex-wrap gap-x-1 md:flex-col md:items-end xl:flex-row xl:flex-nowrap">
          {row.id !== own && (
            <RowAction aria-label={sessionTexts.of(sessionTexts.close, row.name)} onClick={() => onClose(row)}>
              {sessionTexts.close}
            </RowAction>
          )}
          <RowAction aria-label={sessionTexts.of(sessionTexts.edit, row.name)} onClick={() => onEditUser(row)}>
            {sessionTexts.edit}
          </RowAction>
          <RowAction
            tone="danger"
            aria-label={sessionTexts.of(sessionTexts.remove, row.name)}
            onClick={() => onDeleteUser(row)}
          >
            {sessionTexts.remove}
          </RowAction>
        </span>
      ),
    },
  ];
}

/** Person, device and last use of a session. */
function Name({ row, isOwn }: { readonly row: ActiveSession; readonly isOwn: boolean }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PersonLink id={row.user_id} name={row.name} />
        {isOwn && (
          <span className="font-sans">
            <Badge tone="info">{sessionTexts.thisOne}</Badge>
          </span>
        )}
      </span>
      <span className="figures block font-sans text-xs font-normal text-ink-3">
        {sessionTexts.lastUse(deviceName(row.user_agent), formatMinute(row.last_used_at))}
      </span>
    </>
  );
}

/** The hour is below the day where five columns leave the address no line. */
function Moment({ at }: { readonly at: string }) {
  return <span className="figures md:max-2xl:block md:max-2xl:w-[9ch] 2xl:whitespace-nowrap">{formatMinute(at)}</span>;
}

const userOf = ({ user_id: id, name, email, role_name: name_ }: ActiveSession) => ({
  id,
  name,
  email,
  role_id: role.parse(name_),
});

/** /admin/active-sessions. */
export function AdminSessionsScreen() {
  const client = useQueryClient();
  const [modal, setModal] = useState<OpenModal | null>(null);
  // Changing or deleting a user may end sessions.
  const reload = () => void client.invalidateQueries({ queryKey: sessionPages.queryKey });
  return (
    <>
      <SessionsPage
        onAddUser={() => setModal({ action: 'CREATE' })}
        onEditUser={(session) => setModal({ action: 'UPDATE', user: userOf(session) })}
        onDeleteUser={(session) => setModal({ action: 'DELETE', user: userOf(session) })}
      />
      <UserModal
        modal={modal}
        onClose={() => setModal(null)}
        onCreated={reload}
        onUpdated={reload}
        onDeleted={reload}
      />
    </>
  );
}
