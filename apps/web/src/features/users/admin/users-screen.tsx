import type { AdminUser } from '@cuentos/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { type Column, RowAction } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { changeRows, usePagedList } from '../../admin/use-paged-list.ts';
import { DeletedRows } from '../../admin/deleted-rows.tsx';
import { TraceCopy } from '../../exports/admin/trace-copy.tsx';
import { DELETED_USERS_KEY, fetchDeletedUsers, restoreUser, userPages } from './api.ts';
import { userTexts as t } from './texts.ts';
import { type OpenModal, UserModal } from './user-modal.tsx';

/** Parameter of the address: the person whose details are open. */
const PERSON = 'persona';

/** The open modal: by a press here, or the details of the person in the address. */
function useOpenModal() {
  const [pressed, setModal] = useState<OpenModal | null>(null);
  const [query, setQuery] = useSearchParams();
  // By id: two people may have one name.
  const id = query.get(PERSON);
  const linked: OpenModal | null =
    id === null ? null : { action: 'DETAILS', user: { id, name: t.person, email: '', role_id: 'reader' } };
  const close = () => {
    setModal(null);
    setQuery(
      (before) => {
        before.delete(PERSON);
        return before;
      },
      { replace: true },
    );
  };
  return { modal: pressed ?? linked, setModal, close };
}

/** 'Usuarios': table, search, pages, and the modals of a user. */
export function UsersPage() {
  const client = useQueryClient();
  const list = usePagedList<AdminUser>({
    ...userPages,
    wordsOf: ({ name, email, role_id: role }) => `${name} ${email} ${t.roles[role]} ${role}`,
  });
  const { modal, setModal, close } = useOpenModal();
  const change = (next: (rows: readonly AdminUser[]) => readonly AdminUser[]) =>
    changeRows<AdminUser>(client, userPages.queryKey, next);
  return (
    <>
      <SectionTitle title={t.title} text={t.text} />
      <ListPanel
        list={list}
        caption={t.caption}
        columns={columns(setModal)}
        searchLabel={t.search}
        empty={t.empty}
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setModal({ action: 'CREATE' })}>
            {t.add}
          </Button>
        }
      />
      <DeletedRows
        title={t.deletedTitle}
        text={t.deletedText}
        queryKey={DELETED_USERS_KEY}
        load={fetchDeletedUsers}
        restore={({ id }) => restoreUser(id)}
        done={t.restored}
        failures={{ user_not_found: t.gone }}
        onRestored={() => void client.invalidateQueries({ queryKey: userPages.queryKey })}
      />
      <TraceCopy />
      <UserModal
        modal={modal}
        onClose={close}
        onCreated={(user) => change((rows) => [...rows, user])}
        onUpdated={(user) => change((rows) => rows.map((row) => (row.id === user.id ? user : row)))}
        onDeleted={(id) => {
          change((rows) => rows.filter((row) => row.id !== id));
          void client.invalidateQueries({ queryKey: DELETED_USERS_KEY });
        }}
      />
    </>
  );
}

function columns(open: (modal: OpenModal) => void): Column<AdminUser>[] {
  return [
    { id: 'name', label: t.columns.name, place: 'title', cell: ({ name }) => name },
    {
      id: 'email',
      label: t.columns.email,
      cell: ({ email, email_verified: verified }) => (
        <>
          {email}
          {!verified && <span className="block text-xs text-ink-3">{t.unverified}</span>}
        </>
      ),
    },
    {
      id: 'role',
      label: t.columns.role,
      cell: ({ role_id: role }) => <span className="whitespace-nowrap">{t.roles[role]}</span>,
    },
    {
      id: 'actions',
      label: t.columns.actions,
      place: 'actions',
      cell: (user) => (
        <>
          <RowAction aria-label={t.of(t.edit, user.name)} onClick={() => open({ action: 'UPDATE', user })}>
            {t.edit}
          </RowAction>
          <RowAction aria-label={t.of(t.details, user.name)} onClick={() => open({ action: 'DETAILS', user })}>
            {t.details}
          </RowAction>
          <RowAction
            tone="danger"
            aria-label={t.of(t.remove, user.name)}
            onClick={() => open({ action: 'DELETE', user })}
          >
            {t.remove}
          </RowAction>
        </>
      ),
    },
  ];
}

/** /admin/users. */
export function AdminUsersScreen() {
  return <UsersPage />;
}
