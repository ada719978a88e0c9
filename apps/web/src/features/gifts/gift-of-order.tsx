import { changeGift, type OwnGift, sendGift } from '@cuentos/contract/gifts';
import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { useNow } from '../../lib/clock.ts';
import { formatDate } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { GiftFields, giftDetailsOf, giftProblems } from './gift-fields.tsx';
import { canShare, handOnLink } from './hand-on-link.ts';
import { emptyGift, type GiftDraft } from './sheet-gift.ts';
import { giftTexts as t } from './texts.ts';

/** `9:00`, on a clock in Santiago. */
function hourOf(instant: string): string {
  const { hour, minute } = santiagoWallTime(Date.parse(instant));
  return `${hour}:${String(minute).padStart(2, '0')}`;
}

/** State of a gift in words, without the account that claimed it. */
export function giftStory(gift: OwnGift, now: number): string[] {
  const { state, recipient_email: to, mail_due_at: due, sent_at: sentAt, claimed_at: claimed, expires_at: ends } = gift;
  switch (state) {
    case 'unpaid':
      if (to === null) return [t.willHandOver];
      return [due === null ? t.willLeaveNow(to) : t.willLeave(formatDate(due), hourOf(due), to)];
    case 'claimed':
      return claimed === null ? [] : [t.claimedAt(formatDate(claimed))];
    case 'expired':
      return ends === null ? [] : [t.expiredAt(formatDate(ends))];
    case 'withdrawn':
      return [t.withdrawn];
    case 'paused':
      return [t.paused];
    default: {
      const notOpened = ends === null ? [] : [t.notOpened(formatDate(ends))];
      if (due !== null && to !== null) {
        const leaves = Date.parse(due) > now ? t.leavesAt(formatDate(due), hourOf(due), to) : t.leavesNow(to);
        return [leaves, ...notOpened];
      }
      if (sentAt !== null) return [t.sentAt(formatDate(sentAt), hourOf(sentAt), to), ...notOpened];
      return [to === null ? t.handOver : t.notSent(to), ...notOpened];
    }
  }
}

/** The word on the badge of a paid gift. */
export function giftBadge({ state, sent_at: sentAt, mail_due_at: due }: OwnGift): string {
  if (state !== 'open' || sentAt !== null) return t.states[state];
  return due === null ? t.toGive : t.states.waiting;
}

interface GiftOfOrderProps {
  readonly orderId: string;
  readonly gift: OwnGift;
  /** Name of the gift, for the names of buttons. */
  readonly what: string;
  readonly onChanged: () => void;
}

/** Buttons of a gift's giver: share its link, send it again, change it before it is sent. */
export function GiftActions({ orderId, gift, what, onChanged }: GiftOfOrderProps) {
  const [question, setQuestion] = useState<'send' | 'change' | null>(null);
  const { link } = gift;
  if (link === null) return null;
  const done = () => {
    setQuestion(null);
    onChanged();
  };
  const isWaiting = gift.state === 'waiting';
  const handOn = canShare() ? t.share : t.copy;
  const send = gift.sent_at === null ? t.sendByMail : t.sendAgain;
  return (
    <>
      <Button
        icon={canShare() ? <Share2 aria-hidden="true" /> : <Copy aria-hidden="true" />}
        className="max-sm:w-full"
        aria-label={t.of(handOn, what)}
        onClick={() => void handOnLink(link)}
      >
        {handOn}
      </Button>
      {!isWaiting && (
        <Button variant="quiet" aria-label={t.of(send, what)} onClick={() => setQuestion('send')}>
          {send}
        </Button>
      )}
      {isWaiting && (
        <Button variant="quiet" aria-label={t.of(t.change, what)} onClick={() => setQuestion('change')}>
          {t.change}
        </Button>
      )}
      {question === 'send' && (
        <SendDialog orderId={orderId} gift={gift} onDone={done} onClose={() => setQuestion(null)} />
      )}
      {question === 'change' && (
        <ChangeDialog orderId={orderId} gift={gift} onDone={done} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}

interface DialogProps {
  readonly orderId: string;
  readonly gift: OwnGift;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Sends a dialog's values, and shows the result. */
function useSending(words: string, onDone: () => void) {
  const { busy, run } = useTask();
  const send = (ask: () => Promise<unknown>) =>
    void run(async () => {
      try {
        await ask();
        showToast('success', words);
        onDone();
      } catch (error) {
        const isSilent = !(error instanceof ApiError) || error.status === 0;
        showToast('error', isSilent ? NO_ANSWER_TEXT : error.detail || t.failed);
        // The gift has another state by now: claimed, sent or returned.
        if (!isSilent && error.status === 409) onDone();
      }
    });
  return { busy, send };
}

function SendDialog({ orderId, gift, onDone, onClose }: DialogProps) {
  const now = useNow();
  const before = gift.recipient_email ?? '';
  const fields = useFields({ email: before }, ({ email }) => ({
    email: email.trim() === '' ? t.emailInvalid : giftProblems({ ...emptyGift, email }, now).email,
  }));
  const { busy, send } = useSending(t.sent, onDone);
  const submit = (form: EventTarget) => {
    if (!fields.validate(form)) return;
    const json = { recipient_email: fields.values.email.trim() };
    send(async () => request(sendGift, { params: { order_id: orderId }, json, handles: 'all' }));
  };
  return (
    <FormDialog
      title={t.sendTitle}
      text={t.sendText}
      submit={t.send}
      busy={busy}
      dirty={fields.values.email !== before}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.sendTo}
        type="email"
        autoComplete="off"
        inputMode="email"
        placeholder={t.emailExample}
        {...fields.field('email')}
      />
    </FormDialog>
  );
}

function draftOf({ giver_name: giver, recipient_email: email, message, mail_due_at: due }: OwnGift): GiftDraft {
  const day = due === null ? '' : formatCivilDate(santiagoDate(Date.parse(due)));
  return { giverName: giver ?? '', email: email ?? '', message: message ?? '', isOnDay: due !== null, day };
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

function ChangeDialog({ orderId, gift, onDone, onClose }: DialogProps) {
  const now = useNow();
  const [before] = useState(() => draftOf(gift));
  const times = { dueAt: msOf(gift.mail_due_at), endsAt: msOf(gift.expires_at) };
  const fields = useFields(before, (draft) => giftProblems(draft, now, times));
  const { busy, send } = useSending(t.saved, onDone);
  const submit = (form: EventTarget) => {
    if (!fields.validate(form)) return;
    const json = giftDetailsOf(fields.values);
    send(async () => request(changeGift, { params: { order_id: orderId }, json, handles: 'all' }));
  };
  return (
    <FormDialog
      title={t.changeTitle}
      text={t.changeText}
      submit={t.save}
      busy={busy}
      dirty={JSON.stringify(fields.values) !== JSON.stringify(before)}
      onSubmit={submit}
      onClose={onClose}
    >
      <GiftFields gift={fields.values} problems={fields.problems} now={now} times={times} onChange={fields.put} />
    </FormDialog>
  );
}
