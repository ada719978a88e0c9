import { adminRecallParts, type RecallKind, recallKind, type RecallPart } from '@cuentos/contract/recalls';
import { recallChecks } from '@cuentos/contract/check-words';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { describedBy } from '../../ui/forms/described-by.ts';
import { FieldMessage } from '../../ui/forms/field-message.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { ask } from '../../ui/overlays/confirm.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { adminCall } from '../admin/admin-call.ts';
import { explainedFailures } from '../admin/admin-mutation.ts';
import { draftName, WorkDialog } from '../admin/work-dialog.tsx';
import { useWorkForm } from '../admin/work-form.ts';
import { recallTexts as t } from './texts.ts';

const recallSchema = z.object({
  bookId: z.string(),
  partIds: z.array(z.string()).min(1, recallChecks.part),
  kind: recallKind,
  reason: z.string().trim().min(3, recallChecks.reasonShort).max(500, recallChecks.reasonLong),
});
type RecallForm = z.infer<typeof recallSchema>;

interface RecallDialogProps {
  /** Parts that can be recalled. */
  readonly parts: readonly RecallPart[];
  readonly onRecalled: () => void;
  readonly onClose: () => void;
}

/** Chooses parts and reason, and asks once more with the number of people who lose them. */
export function RecallDialog({ parts, onRecalled, onClose }: RecallDialogProps) {
  const { form, dialog } = useWorkForm<RecallForm, RecallForm, never, unknown>({
    name: draftName('recall', null),
    valuesOf: () => ({ ...ofSingleBook(parts), kind: 'rights_claim', reason: '' }),
    schema: recallSchema,
    isMeant: async ({ partIds }) => confirmed(parts.filter(({ part_id: id }) => partIds.includes(id))),
    save: ({ partIds, kind, reason }) =>
      adminCall(adminRecallParts, { json: { part_ids: partIds, kind, reason }, handles: 'all' }),
    onSaved() {
      showToast('success', t.done);
      onRecalled();
      onClose();
    },
    texts: explainedFailures,
  });
  const { errors, isSubmitted } = form.formState;
  const [bookId, partIds] = useWatch({ control: form.control, name: ['bookId', 'partIds'] });
  const books = new Map(parts.map(({ book_id: id, book_name: name }) => [id, name]));
  const set = (next: string[]) => form.setValue('partIds', next, { shouldDirty: true, shouldValidate: isSubmitted });
  const chooseBook = (id: string) => {
    form.setValue('bookId', id, { shouldDirty: true });
    set(parts.filter(({ book_id: book }) => book === id).map(({ part_id: part }) => part));
  };
  return (
    <WorkDialog title={t.formTitle} text={t.text} submit={t.submit} {...dialog} onClose={onClose}>
      <SelectField label={t.book} value={bookId} onChange={({ target }) => chooseBook(target.value)}>
        <option value="">{t.chooseBook}</option>
        {[...books].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <PartChoice
        parts={parts.filter(({ book_id: id }) => id === bookId)}
        chosenIds={partIds}
        error={errors.partIds?.message}
        onChange={set}
      />
      <SelectField label={t.kind} {...form.register('kind')}>
        {recallKind.options.map((kind: RecallKind) => (
          <option key={kind} value={kind}>
            {t.kinds[kind]}
          </option>
        ))}
      </SelectField>
      <TextAreaField label={t.reason} hint={t.reasonHint} error={errors.reason?.message} {...form.register('reason')} />
    </WorkDialog>
  );
}

/** The book and parts with which the form begins: chosen where all parts are of one book. */
function ofSingleBook(parts: readonly RecallPart[]): Pick<RecallForm, 'bookId' | 'partIds'> {
  const bookId = parts[0]?.book_id ?? '';
  if (parts.some(({ book_id: id }) => id !== bookId)) return { bookId: '', partIds: [] };
  return { bookId, partIds: parts.map(({ part_id: id }) => id) };
}

interface PartChoiceProps {
  readonly parts: readonly RecallPart[];
  readonly chosenIds: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (chosenIds: string[]) => void;
}

/** Id of the message about the chosen parts. */
const MESSAGE = 'recall-parts';

function PartChoice({ parts, chosenIds, error, onChange }: PartChoiceProps) {
  return (
    <fieldset className="grid" {...describedBy({ id: MESSAGE, error })}>
      <legend className="text-sm font-semibold">{t.parts}</legend>
      {parts.map(({ part_id: id, part_name: name, owner_count: owners, is_deleted: isDeleted }) => (
        <CheckField
          key={id}
          label={t.part(name, owners, isDeleted)}
          checked={chosenIds.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosenIds, id] : chosenIds.filter((chosen) => chosen !== id))
          }
        />
      ))}
      <FieldMessage id={MESSAGE} error={error} />
    </fieldset>
  );
}

function confirmed(parts: readonly RecallPart[]): Promise<boolean> {
  const owners = parts.reduce((sum, { owner_count: count }) => sum + count, 0);
  return ask({
    title: t.ask(parts.length),
    message: t.askText(
      parts.map(({ part_name: part, book_name: book }) => `«${part}», de «${book}»`).join('; '),
      owners,
    ),
    confirm: t.submit,
    cancel: t.cancel,
  });
}
