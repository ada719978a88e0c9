import { explainedFailures } from '../../admin/admin-mutation.ts';
import type { EarlyAccessOutcome, Entitlement } from '@cuentos/contract/entitlements';
import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { endOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useNow } from '../../../lib/clock.ts';
import { formatDate } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/forms/check-field.tsx';
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { RowAction } from '../../../ui/lists/data-table.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { formatFormDay, toFormDay } from '../../admin/dates.ts';
import { PartOfBook } from '../../admin/row-links.tsx';
import { draftName } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { grantEarlyAccess, holdingsQuery, inviteEarly } from './api.ts';
import { noPart, noPerson, PartFields, partSchema, personSchema } from './part-and-person-fields.tsx';
import { confirmRevokeEarlyAccess } from './revoke.ts';
import { entitlementTexts as t } from './texts.ts';

/** End of that day in Santiago for the API; null for none. */
function endOf(day: string): string | null {
  const date = parseCivilDate(day);
  return date ? new Date(endOfSantiagoDay(date)).toISOString() : null;
}

/** Results of the gift of early access: for an account alone, or for each address. */
interface EarlyAccessResult {
  readonly waits: boolean;
  readonly invited: readonly EarlyAccessOutcome[];
}

/** Reports the result for the account and for each address. */
function tellGiven({ waits, invited: outcomes }: EarlyAccessResult): void {
  if (waits) showToast('info', t.earlyWaits);
  else showToast('success', t.earlyGiven);
  const waitingEmails = outcomes.filter(({ outcome }) => outcome === 'waiting').map(({ email }) => email);
  if (waitingEmails.length > 0) showToast('info', t.earlyWaiting(waitingEmails.join(', ')));
  const deleted = outcomes.filter(({ outcome }) => outcome === 'deleted').map(({ email }) => email);
  if (deleted.length > 0) showToast('info', t.earlyDeleted(deleted.join(', ')));
}

/** Addresses in a text, separated by spaces, commas or semicolons. */
export const addressesOf = (typed: string): readonly string[] => typed.split(/[\s,;]+/).filter((word) => word !== '');

const earlySchemaOf = (asksPerson: boolean) =>
  z
    .object({
      person: personSchema,
      typed: z.string(),
      choice: partSchema,
      day: z.string(),
      notify: z.boolean(),
    })
    .refine(({ person, typed }) => !asksPerson || person.id !== '' || addressesOf(typed).length > 0, {
      path: ['person'],
      message: t.userRequired,
      // Runs although other fields are invalid, so that all errors show at once.
      when: () => true,
    });

type EarlyAccessValues = z.infer<ReturnType<typeof earlySchemaOf>>;

/**
 * The form that grants early access, and the properties of its dialog.
 * @param owner the account that gets it; null where the form asks for the people
 */
export function useEarlyAccessForm(owner: string | null, onGiven: () => void) {
  return useWorkForm<EarlyAccessValues, EarlyAccessValues, never, EarlyAccessResult>({
    name: draftName('early-access', owner),
    valuesOf: () => ({ person: noPerson, typed: '', choice: noPart, day: '', notify: true }),
    schema: earlySchemaOf(owner === null),
    async save({ person, typed, choice, day, notify }) {
      const userId = owner ?? person.id;
      const emails = addressesOf(typed);
      const terms = { expiresAt: endOf(day), notify };
      if (emails.length === 0) {
        const { waits } = await grantEarlyAccess(userId, choice.partId, terms);
        return { waits, invited: [] };
      }
      // Sends one call for all, because a lost connection could interrupt several calls half-way.
      const invited = await inviteEarly(choice.partId, { userId: userId || null, emails }, terms);
      return { waits: false, invited };
    },
    onSaved(grant) {
      tellGiven(grant);
      onGiven();
    },
    texts: explainedFailures,
    serverNames: { expires_at: 'day', emails: 'typed' },
  });
}

interface EarlyFieldsProps {
  readonly form: ReturnType<typeof useEarlyAccessForm>['form'];
}

/** Book, part and last day. */
export function EarlyAccessFields({ form }: EarlyFieldsProps) {
  const now = useNow();
  const { errors, isSubmitted } = form.formState;
  const [choice, day] = useWatch({ control: form.control, name: ['choice', 'day'] });
  const words = formatFormDay(day);
  return (
    <>
      <PartFields
        choice={choice}
        onChange={(next) => form.setValue('choice', next, { shouldDirty: true, shouldValidate: isSubmitted })}
        incomplete={errors.choice !== undefined}
      />
      <TextField
        label={t.earlyUntil}
        type="date"
        min={toFormDay(now)}
        error={errors.day?.message}
        hint={words ? t.earlyUntilWords(words) : t.earlyUntilHint}
        {...form.register('day')}
      />
      <CheckField label={t.notify} {...form.register('notify')} />
    </>
  );
}

/** Early access in a user's details: the current ones, and a form to grant more. */
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

function Line({ row, onTaken }: { readonly row: Entitlement; readonly onTaken: () => void }) {
  const until = row.expires_at === null ? `${t.earlyOpen}.` : t.earlyUntilDay(formatDate(row.expires_at));
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-2">
      <div className="min-w-0">
        <PartOfBook bookId={row.book_id} name={row.book_part_name} bookName={row.book_name} />
        <p className="figures text-xs text-ink-3">
          {row.waits ? t.states.waits : t.earlyLine(formatDate(row.purchase_date), until)}
        </p>
      </div>
      <RowAction
        tone="danger"
        aria-label={t.of(t.earlyTake, row.user_name, row.book_part_name)}
        onClick={() => void confirmRevokeEarlyAccess(row, onTaken)}
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
  const { form, dialog } = useEarlyAccessForm(userId, onDone);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!dialog.busy) dialog.onSubmit();
  };
  return (
    <form noValidate onSubmit={send} className="keeps-lines mt-4 grid gap-3">
      <DraftNotice draft={dialog.draft} />
      <EarlyAccessFields form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" variant="primary" busy={dialog.busy}>
          {t.earlySubmit}
        </Button>
      </div>
    </form>
  );
}
