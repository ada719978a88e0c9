import { useState } from 'react';
import { useFormDraft } from '../../../device/form-drafts.ts';
import { CheckField } from '../../../ui/forms/check-field.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useAdminMutation } from '../admin-mutation.ts';
import { useSessionNotice } from '../forms.ts';
import { draftName, WorkDialog } from '../work-dialog.tsx';
import { grantPart, purchaseFailures } from './api.ts';
import { noPart, noPerson, PartFields, UserField } from './part-and-person-fields.tsx';
import { purchaseTexts as t } from './texts.ts';

interface GrantDialogProps {
  /** Whom it is for; absent, the form asks. */
  readonly person?: { readonly id: string; readonly name: string };
  readonly onGranted: () => void;
  readonly onClose: () => void;
}

/** Gives somebody a part for good. */
export function GrantDialog({ person, onGranted, onClose }: GrantDialogProps) {
  const [begun] = useState({ to: noPerson, choice: noPart, notify: true });
  const [values, setValues] = useState(begun);
  const { to, choice, notify } = values;
  const userId = person?.id ?? to.id;
  const draft = useFormDraft<typeof begun>({
    form: draftName('grant', person?.id),
    values,
    begun,
    show: (changes) => setValues({ ...begun, ...changes }),
  });
  const change = (next: Partial<typeof begun>) => setValues((before) => ({ ...before, ...next }));
  const [sent, setSent] = useState(false);
  const complete = choice.bookId !== '' && choice.partId !== '';
  const { busy, send } = useAdminMutation({
    call: () => grantPart(userId, choice.partId, notify),
    onDone: ({ waits }) => {
      void draft.clear();
      if (waits) showToast('info', t.grantWaits);
      else showToast('success', t.granted);
      onGranted();
      onClose();
    },
    texts: purchaseFailures,
  });
  const submit = () => {
    setSent(true);
    if (complete && userId !== '') send();
  };
  return (
    <WorkDialog
      title={t.grantTitle}
      text={person ? t.grantTextTo(person.name) : t.grantText}
      submit={t.grantSubmit}
      busy={busy}
      dirty={to.id !== '' || choice.bookId !== ''}
      draft={draft}
      notice={useSessionNotice()}
      onSubmit={submit}
      onClose={onClose}
    >
      {!person && (
        <UserField
          person={to}
          error={sent && userId === '' ? t.userRequired : undefined}
          onChange={(next) => change({ to: next })}
        />
      )}
      <PartFields choice={choice} onChange={(next) => change({ choice: next })} incomplete={sent && !complete} />
      <CheckField label={t.notify} checked={notify} onChange={(event) => change({ notify: event.target.checked })} />
    </WorkDialog>
  );
}
