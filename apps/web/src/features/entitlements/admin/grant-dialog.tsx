import { explainedFailures } from '../../admin/admin-mutation.ts';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CheckField } from '../../../ui/forms/check-field.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { grantPart } from './api.ts';
import { noPart, noPerson, PartFields, partSchema, personSchema, UserField } from './part-and-person-fields.tsx';
import { entitlementTexts as t } from './texts.ts';

interface GrantDialogProps {
  /** Person who gets the part; absent, the form asks. */
  readonly person?: { readonly id: string; readonly name: string };
  readonly onGranted: () => void;
  readonly onClose: () => void;
}

const schemaOf = (asksPerson: boolean) =>
  z.object({
    to: personSchema.refine(({ id }) => !asksPerson || id !== '', t.userRequired),
    choice: partSchema,
    notify: z.boolean(),
  });

type Grant = z.infer<ReturnType<typeof schemaOf>>;

/** Grants a part permanently. */
export function GrantDialog({ person, onGranted, onClose }: GrantDialogProps) {
  const { form, dialog } = useWorkForm<Grant, Grant, never, Exclude<Awaited<ReturnType<typeof grantPart>>, false>>({
    name: draftName('grant', person?.id),
    valuesOf: () => ({ to: noPerson, choice: noPart, notify: true }),
    schema: schemaOf(person === undefined),
    save: ({ to, choice, notify }) => grantPart(person?.id ?? to.id, choice.partId, notify),
    onSaved({ waits }) {
      if (waits) showToast('info', t.grantWaits);
      else showToast('success', t.granted);
      onGranted();
      onClose();
    },
    texts: explainedFailures,
  });
  const { errors, isSubmitted } = form.formState;
  const [to, choice] = useWatch({ control: form.control, name: ['to', 'choice'] });
  return (
    <WorkDialog
      title={t.grantTitle}
      text={person ? t.grantTextTo(person.name) : t.grantText}
      submit={t.grantSubmit}
      {...dialog}
      onClose={onClose}
    >
      {!person && (
        <UserField
          person={to}
          error={errors.to?.message}
          onChange={(next) => form.setValue('to', next, { shouldDirty: true, shouldValidate: isSubmitted })}
        />
      )}
      <PartFields
        choice={choice}
        onChange={(next) => form.setValue('choice', next, { shouldDirty: true, shouldValidate: isSubmitted })}
        incomplete={errors.choice !== undefined}
      />
      <CheckField label={t.notify} {...form.register('notify')} />
    </WorkDialog>
  );
}
