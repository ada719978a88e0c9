import type { Entitlement } from '@cuentos/contract/entitlements';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNow } from '../../../lib/clock.ts';
import { formatDate } from '../../../lib/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { type Column, RowAction } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { PartLink, PersonLink } from '../../admin/row-links.tsx';
import { usePagedList } from '../../admin/use-paged-list.ts';
import { WorkDialog } from '../../admin/work-dialog.tsx';
import { earlyAccessPages } from './api.ts';
import { addressesOf, EarlyAccessFields, useEarlyAccessForm } from './early-access.tsx';
import { UserField } from './part-and-person-fields.tsx';
import { confirmRevokeEarlyAccess } from './revoke.ts';
import { entitlementTexts as t } from './texts.ts';

/** /admin/early-access: people who read parts before their release, with the end of their access. */
export function AdminEarlyAccessScreen() {
  const client = useQueryClient();
  const now = useNow();
  const [adding, setAdding] = useState(false);
  const list = usePagedList<Entitlement>({
    ...earlyAccessPages,
    wordsOf: (row) => `${row.user_name} ${row.book_part_name} ${row.book_name}`,
    name: 'revision-',
  });
  const reload = () => void client.invalidateQueries({ queryKey: earlyAccessPages.queryKey });
  return (
    <>
      <SectionTitle title={t.earlyTitle} text={t.earlyText} />
      <ListPanel
        list={list}
        caption={t.earlyCaption}
        columns={columns(now, (row) => void confirmRevokeEarlyAccess(row, reload))}
        searchLabel={t.earlySearch}
        empty={t.earlyEmpty}
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
            {t.earlyAdd}
          </Button>
        }
      />
      {adding && <EarlyAccessDialog onGiven={reload} onClose={() => setAdding(false)} />}
    </>
  );
}

function columns(now: number, onTake: (row: Entitlement) => void): Column<Entitlement>[] {
  return [
    {
      id: 'name',
      label: t.columns.name,
      place: 'title',
      cell: (row) => <PersonLink id={row.user_id} name={row.user_name} />,
    },
    { id: 'book', label: t.columns.book, cell: (row) => row.book_name },
    { id: 'part', label: t.columns.part, cell: (row) => <PartLink bookId={row.book_id} name={row.book_part_name} /> },
    {
      id: 'since',
      label: t.earlyColumns.since,
      cell: (row) => <span className="figures">{formatDate(row.purchase_date)}</span>,
    },
    {
      id: 'until',
      label: t.earlyColumns.until,
      cell: ({ expires_at: end, waits }) => {
        const isOver = end !== null && Date.parse(end) <= now;
        return (
          <span className="flex flex-wrap items-center gap-2">
            {end === null ? (
              <span className="text-ink-3">{t.earlyOpen}</span>
            ) : (
              <span className="figures">{formatDate(end)}</span>
            )}
            {isOver && <Badge>{t.earlyEnded}</Badge>}
            {waits && !isOver && <Badge tone="info">{t.states.waits}</Badge>}
          </span>
        );
      },
    },
    {
      id: 'actions',
      label: t.columns.actions,
      place: 'actions',
      cell: (row) => (
        <RowAction
          tone="danger"
          aria-label={t.of(t.earlyTake, row.user_name, row.book_part_name)}
          onClick={() => onTake(row)}
        >
          {t.earlyTake}
        </RowAction>
      ),
    },
  ];
}

interface EarlyAccessDialogProps {
  readonly onGiven: () => void;
  readonly onClose: () => void;
}

/** Grants early access to a part. */
function EarlyAccessDialog({ onGiven, onClose }: EarlyAccessDialogProps) {
  const { form, dialog } = useEarlyAccessForm(null, () => {
    onGiven();
    onClose();
  });
  const { errors, isSubmitted } = form.formState;
  const [person, typed] = useWatch({ control: form.control, name: ['person', 'typed'] });
  const { length: count } = addressesOf(typed);
  return (
    <WorkDialog title={t.earlyAdd} text={t.earlyFormText} submit={t.earlySubmit} {...dialog} onClose={onClose}>
      <UserField
        person={person}
        error={errors.person?.message}
        onChange={(next) => form.setValue('person', next, { shouldDirty: true, shouldValidate: isSubmitted })}
      />
      <TextAreaField
        label={t.earlyEmails}
        hint={count > 1 ? t.earlyEmailCount(count) : t.earlyEmailsHint}
        error={errors.typed?.message}
        {...form.register('typed', { onChange: () => isSubmitted && void form.trigger('person') })}
      />
      <EarlyAccessFields form={form} />
    </WorkDialog>
  );
}
