import { useState } from 'react';
import { CheckField } from '../../../ui/forms/check-field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useAdminMutation } from '../admin-mutation.ts';
import { useSessionNotice } from '../forms.ts';
import { grantPart, purchaseFailures } from './api.ts';
import { type PartChoice, PartFields, UserField } from './part-and-person-fields.tsx';
import { purchaseTexts as t } from './texts.ts';

interface GrantDialogProps {
  /** Whom it is for; absent, the form asks. */
  readonly person?: { readonly id: string; readonly name: string };
  readonly onGranted: () => void;
  readonly onClose: () => void;
}

/** Gives somebody a part for good. */
export function GrantDialog({ person, onGranted, onClose }: GrantDialogProps) {
  const [userId, setUserId] = useState(person?.id ?? '');
  const [choice, setChoice] = useState<PartChoice>({ bookId: '', partId: '' });
  const [notify, setNotify] = useState(true);
  const [sent, setSent] = useState(false);
  const complete = choice.bookId !== '' && choice.partId !== '';
  const { busy, send } = useAdminMutation({
    call: () => grantPart(userId, choice.partId, notify),
    onDone: () => {
      showToast('success', t.granted);
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
    <FormDialog
      title={t.grantTitle}
      text={person ? t.grantTextTo(person.name) : t.grantText}
      submit={t.grantSubmit}
      busy={busy}
      dirty={(!person && userId !== '') || choice.bookId !== ''}
      notice={useSessionNotice()}
      onSubmit={submit}
      onClose={onClose}
    >
      {!person && <UserField error={sent && userId === '' ? t.userRequired : undefined} onChange={setUserId} />}
      <PartFields choice={choice} onChange={setChoice} incomplete={sent && !complete} />
      <CheckField label={t.notify} checked={notify} onChange={(event) => setNotify(event.target.checked)} />
    </FormDialog>
  );
}
