import {
  type AccountantLink,
  type AccountantLinkBody,
  accountantLinkDays,
  adminListAccountantLinks,
  adminMakeAccountantLink,
  adminWithdrawAccountantLink,
} from '@cuentos/contract/accounting';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { keyOf } from '../../../lib/api/query-key.ts';
import { formatDate } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { RowAction } from '../../../ui/lists/data-table.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';
import { explainedFailures, useAdminMutation } from '../../admin/admin-mutation.ts';
import { formatMinute } from '../../admin/dates.ts';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { accountingTexts, accountantLinkTexts as t } from './texts.ts';

const KEY = keyOf(adminListAccountantLinks);

/** Links of accountants: created, shown once, listed with their last use, withdrawn. */
export function AccountantLinks() {
  const client = useQueryClient();
  const { data, isError } = useQuery(adminQueryOf(adminListAccountantLinks, { handles: 'all' }));
  const [isMaking, setIsMaking] = useState(false);
  const [newLink, setNewLink] = useState<string | null>(null);
  const reload = async () => client.invalidateQueries({ queryKey: KEY });
  return (
    <section className="mt-10 grid justify-items-start gap-3 print:hidden">
      <h2 className="type-1">{t.title}</h2>
      <p className="max-w-[44rem] text-sm text-ink-2">{t.text}</p>
      {newLink !== null && <NewLink link={newLink} />}
      {isError && <p className="text-sm text-ink-2">{t.loadFailed}</p>}
      {data && <LinkList links={data.links} onWithdrawn={reload} />}
      <Button icon={<Plus aria-hidden="true" />} onClick={() => setIsMaking(true)}>
        {t.make}
      </Button>
      {isMaking && (
        <LinkForm
          onMade={(token) => {
            setNewLink(`${location.origin}/accountant/${token}`);
            setIsMaking(false);
            void reload();
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
    </section>
  );
}

/** Shows a new link, which no other place shows. */
function NewLink({ link }: { readonly link: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      showToast('success', t.copied);
    } catch {
      showToast('error', t.notCopied);
    }
  };
  const box = useRef<HTMLDivElement>(null);
  // The form that made it has closed at the foot of the page, and 'Copiar' stands below the link.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={box} className="grid w-full max-w-[44rem] gap-2">
      <TextField
        label={t.link}
        hint={t.made}
        value={link}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button className="justify-self-start" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
        {t.copy}
      </Button>
    </div>
  );
}

interface LinkListProps {
  readonly links: readonly AccountantLink[];
  readonly onWithdrawn: () => Promise<unknown>;
}

function LinkList({ links, onWithdrawn }: LinkListProps) {
  const { sending, send } = useAdminMutation({
    call: ({ id }: AccountantLink) => adminCall(adminWithdrawAccountantLink, { params: { id }, handles: 'all' }),
    onDone: () => showToast('success', t.withdrawn),
    texts: explainedFailures,
    onEnd: onWithdrawn,
  });
  const withdraw = async (link: AccountantLink) => {
    const answers = { confirm: t.withdraw, cancel: t.keep };
    if (await ask({ title: t.withdrawTitle(link.name), message: t.withdrawText, ...answers })) send(link);
  };
  if (links.length === 0) return <p className="text-sm text-ink-3">{t.none}</p>;
  return (
    <ul className="w-full max-w-[44rem] border-t border-line">
      {links.map((link) => (
        <li key={link.id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
          <div className="figures min-w-0 text-sm [overflow-wrap:anywhere]">
            <p className="font-semibold">{link.name}</p>
            <p className="text-ink-2">
              {(link.is_over ? t.over : t.until)(formatDate(link.expires_at))}{' '}
              {link.last_used_at === null ? t.unused : t.used(formatMinute(link.last_used_at))}
            </p>
          </div>
          <RowAction
            busy={sending?.id === link.id}
            aria-label={accountingTexts.of(t.withdraw, link.name)}
            onClick={() => void withdraw(link)}
          >
            {t.withdraw}
          </RowAction>
        </li>
      ))}
    </ul>
  );
}

interface LinkFields {
  readonly name: string;
  /** The value of a select is text. */
  readonly days: string;
}

const linkSchema: z.ZodType<AccountantLinkBody, LinkFields> = z
  .object({ name: z.string().trim().min(1, t.nameRequired), days: z.string() })
  .transform(({ name, days }) => ({ name, days: Number(days) as AccountantLinkBody['days'] }));

interface LinkFormProps {
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}

function LinkForm({ onMade, onClose }: LinkFormProps) {
  const { form, dialog } = useWorkForm<LinkFields, AccountantLinkBody, never, { readonly token: string }>({
    name: draftName('accountant-link', null),
    valuesOf: () => ({ name: '', days: '90' }),
    schema: linkSchema,
    save: (json) => adminCall(adminMakeAccountantLink, { json, handles: 'all' }),
    onSaved: ({ token }) => onMade(token),
    texts: explainedFailures,
  });
  const { errors } = form.formState;
  return (
    <WorkDialog title={t.makeTitle} text={t.makeText} submit={t.make} {...dialog} onClose={onClose}>
      <TextField label={t.name} error={errors.name?.message} {...form.register('name')} />
      <SelectField label={t.days} {...form.register('days')}>
        {accountantLinkDays.map((days) => (
          <option key={days} value={days}>
            {t.terms[days]}
          </option>
        ))}
      </SelectField>
    </WorkDialog>
  );
}
