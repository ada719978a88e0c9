import { useState } from 'react';
import { useSessionNotice } from '../../../lib/use-session-notice.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { purchaseTexts as t } from '../texts.ts';
import { EarlyAccessFields, useEarlyAccessForm } from './early-access-form.tsx';
import { PersonField } from './person-field.tsx';

interface EarlyAccessDialogProps {
  readonly onGiven: () => void;
  readonly onClose: () => void;
}

/** Lets somebody read a part before others. */
export function EarlyAccessDialog({ onGiven, onClose }: EarlyAccessDialogProps) {
  const [userId, setUserId] = useState('');
  const form = useEarlyAccessForm(userId, onGiven);
  return (
    <FormDialog
      title={t.earlyAdd}
      text={t.earlyFormText}
      submit={t.earlySubmit}
      busy={form.busy}
      dirty={userId !== '' || form.choice.bookId !== '' || form.day !== ''}
      notice={useSessionNotice()}
      onSubmit={() => void form.submit().then((given) => given && onClose())}
      onClose={onClose}
    >
      <PersonField error={form.sent && userId === '' ? t.userRequired : undefined} onChange={setUserId} />
      <EarlyAccessFields form={form} />
    </FormDialog>
  );
}
