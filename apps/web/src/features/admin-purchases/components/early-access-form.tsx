import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { endOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { useState } from 'react';
import { formatFormDay, toFormDay } from '../../../lib/admin-dates.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useNow } from '../../../lib/clock.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { giveEarlyAccess } from '../data.ts';
import { sayFailure } from '../say-failure.ts';
import { purchaseTexts as t } from '../texts.ts';
import { type PartChoice, PartFields } from './part-fields.tsx';

const nothing: PartChoice = { bookId: '', partId: '' };

/** End of that day in Santiago as the API takes it; null for none. */
function endOf(day: string): string | null {
  const date = parseCivilDate(day);
  return date ? new Date(endOfSantiagoDay(date)).toISOString() : null;
}

/** State of the fields that give early access, and what sends them. */
export function useEarlyAccessForm(userId: string, onGiven: () => void) {
  const [choice, setChoice] = useState(nothing);
  const [day, setDay] = useState('');
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const complete = choice.bookId !== '' && choice.partId !== '';
  const submit = async (): Promise<boolean> => {
    setSent(true);
    if (!complete || userId === '') return false;
    setBusy(true);
    try {
      // The session ended: what was chosen stays, to be sent again.
      if (!(await giveEarlyAccess(userId, choice.partId, endOf(day)))) return false;
      showToast('success', t.earlyGiven);
      setChoice(nothing);
      setDay('');
      setSent(false);
      onGiven();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.fields['expires_at']) setRefused(error.fields['expires_at']);
      else sayFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const change = (next: string) => {
    setDay(next);
    setRefused(undefined);
  };
  return { choice, setChoice, day, setDay: change, sent, busy, refused, complete, submit };
}

/** Book, part and last day. */
export function EarlyAccessFields({ form }: { readonly form: ReturnType<typeof useEarlyAccessForm> }) {
  const now = useNow();
  const words = formatFormDay(form.day);
  return (
    <>
      <PartFields choice={form.choice} onChange={form.setChoice} incomplete={form.sent && !form.complete} />
      <TextField
        label={t.earlyUntil}
        type="date"
        min={toFormDay(now)}
        value={form.day}
        error={form.refused}
        hint={words ? t.earlyUntilWords(words) : t.earlyUntilHint}
        onChange={(event) => form.setDay(event.target.value)}
      />
    </>
  );
}
