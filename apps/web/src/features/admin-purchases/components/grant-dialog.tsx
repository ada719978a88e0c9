import { useState } from 'react';
import { useSessionNotice } from '../../../lib/use-session-notice.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { grantPart } from '../data.ts';
import { sayFailure } from '../say-failure.ts';
import { purchaseTexts as t } from '../texts.ts';
import { type PartChoice, PartFields } from './part-fields.tsx';
import { PersonField } from './person-field.tsx';

interface GrantDialogProps {
  readonly onGranted: () => void;
  readonly onClose: () => void;
}

/** Gives somebody a part for good. */
export function GrantDialog({ onGranted, onClose }: GrantDialogProps) {
  const [userId, setUserId] = useState('');
  const [choice, setChoice] = useState<PartChoice>({ bookId: '', partId: '' });
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const complete = choice.bookId !== '' && choice.partId !== '';
  const submit = async () => {
    setSent(true);
    if (!complete || userId === '') return;
    setBusy(true);
    try {
      // The session ended: what was chosen stays, to be sent again.
      if (!(await grantPart(userId, choice.partId))) return;
      showToast('success', t.granted);
      onGranted();
      onClose();
    } catch (error) {
      sayFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t.grantTitle}
      text={t.grantText}
      submit={t.grantSubmit}
      busy={busy}
      dirty={userId !== '' || choice.bookId !== ''}
      notice={useSessionNotice()}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <PersonField error={sent && userId === '' ? t.userRequired : undefined} onChange={setUserId} />
      <PartFields choice={choice} onChange={setChoice} incomplete={sent && !complete} />
    </FormDialog>
  );
}
