import type { GiftDetails } from '@cuentos/contract/gifts';
import { limits } from '@cuentos/contract/limits';
import { GIFT_HOUR, giftDays, giftSendAt, type GiftTimes } from '@cuentos/domain/gifts/gift';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { namesWebAddress } from '@cuentos/domain/text/web-address';
import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import { useId, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { isEmail } from '../../lib/is-email.ts';
import { useStore } from '../../lib/react-store.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { type GiftDraft, meanGift, sheetGift } from './sheet-gift.ts';
import { giftTexts as t } from './texts.ts';

export type GiftProblems = Partial<Record<'giverName' | 'email' | 'message' | 'day', string | undefined>>;

/** Returns the errors of the gift's fields; the server checks again. @param times of an existing gift */
export function giftProblems(
  { giverName, email, message, isOnDay, day }: GiftDraft,
  now: number,
  times?: GiftTimes,
): GiftProblems {
  const address = email.trim();
  const problems = {
    giverName: wordsProblem(giverName, limits.giverNameMax),
    email: address === '' || isEmail(address) ? undefined : t.emailInvalid,
    message: wordsProblem(message, limits.giftMessageMax),
    day: address !== '' && isOnDay && giftSendAt(day, now, times) === null ? t.dayInvalid : undefined,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

function wordsProblem(text: string, max: number): string | undefined {
  if (graphemeCount(text.trim()) > max) return t.tooLong(max);
  return namesWebAddress(text) ? t.noLinks : undefined;
}

/** The fields of the call. */
export function giftDetailsOf({ giverName, email, message, isOnDay, day }: GiftDraft): GiftDetails {
  return {
    giver_name: giverName.trim(),
    recipient_email: email.trim(),
    message: message.trim(),
    send_on: isOnDay && email.trim() !== '' ? day : null,
  };
}

interface GiftFieldsProps {
  readonly gift: GiftDraft;
  readonly problems: GiftProblems;
  readonly now: number;
  /** When an existing gift was made and sent. */
  readonly times?: GiftTimes;
  readonly onChange: (change: Partial<GiftDraft>) => void;
}

/** The fields of a gift: giver, address of the recipient, message and day of the mail. */
export function GiftFields({ gift, problems, onChange, ...when }: GiftFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label={t.giverName}
        name="giverName"
        autoComplete="given-name"
        hint={t.giverNameHint}
        value={gift.giverName}
        error={problems.giverName}
        onChange={(event) => onChange({ giverName: event.target.value })}
      />
      <TextField
        label={t.email}
        name="email"
        type="email"
        autoComplete="off"
        inputMode="email"
        placeholder={t.emailExample}
        hint={t.emailHint}
        value={gift.email}
        error={problems.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <TextAreaField
        label={t.message}
        name="message"
        value={gift.message}
        error={problems.message}
        onChange={(event) => onChange({ message: event.target.value })}
      />
      {gift.email.trim() !== '' && <WhenFields gift={gift} problem={problems.day} onChange={onChange} {...when} />}
    </div>
  );
}

interface WhenFieldsProps extends Pick<GiftFieldsProps, 'gift' | 'now' | 'times' | 'onChange'> {
  readonly problem: string | undefined;
}

/** Without an address no mail is sent, on any day. */
function WhenFields({ gift: { isOnDay, day }, problem, now, times, onChange }: WhenFieldsProps) {
  const name = useId();
  const { first, last } = giftDays(now, times);
  // The current day of the gift may be today, and may stay.
  const own = times && times.dueAt !== null ? [formatCivilDate(santiagoDate(times.dueAt))] : [];
  const [earliest] = [formatCivilDate(first), ...own].toSorted();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{t.when}</legend>
      <div className="flex flex-wrap gap-x-6">
        {[false, true].map((onDay) => (
          <label key={String(onDay)} className="flex min-h-11 items-center gap-3 text-[0.9375rem]">
            <input
              type="radio"
              name={name}
              checked={isOnDay === onDay}
              onChange={() => onChange({ isOnDay: onDay })}
              className="size-5 shrink-0 accent-accent"
            />
            {onDay ? t.onDay(GIFT_HOUR) : t.now}
          </label>
        ))}
      </div>
      {isOnDay && (
        <TextField
          label={t.day}
          name="day"
          type="date"
          className="mt-2 grid-cols-1 [&_input]:max-w-56 [&_input]:min-w-0"
          min={earliest}
          max={formatCivilDate(last)}
          value={day}
          error={problem}
          onChange={(event) => onChange({ day: event.target.value })}
        />
      )}
    </fieldset>
  );
}

/**
 * The gift fields of a purchase, kept while the sheet is closed.
 * @param isPossible false for free parts, which are not given as gifts
 */
export function useGift(isPossible: boolean) {
  const { isOn, ...draft } = useStore(sheetGift);
  const now = useNow();
  const [tried, setTried] = useState(false);
  const isGift = isOn && isPossible;
  const problems: GiftProblems = isGift ? giftProblems(draft, now) : {};
  return {
    isPossible,
    isOn: isGift,
    draft,
    now,
    problems: tried ? problems : {},
    change: (change: Partial<ReturnType<typeof sheetGift.snapshot>>) =>
      sheetGift.set({ ...sheetGift.snapshot(), ...change }),
    /** Checks whether it can be sent; from then on errors are shown. */
    check: () => {
      setTried(true);
      return Object.keys(problems).length === 0;
    },
  };
}

/** Makes the purchase a gift, or turns it back. */
export function GiftSwitch({ gift }: { readonly gift: ReturnType<typeof useGift> }) {
  return <Switch label={t.isGift} on={gift.isOn} onChange={meanGift} />;
}

/** Explains gifts and shows their fields. */
export function GiftSection({ gift }: { readonly gift: ReturnType<typeof useGift> }) {
  return (
    <div data-gift className="grid grid-cols-1 gap-4 border-b border-line py-4">
      <p className="text-sm text-ink-2">{t.isGiftHint}</p>
      <GiftFields
        gift={gift.draft}
        problems={gift.problems}
        now={gift.now}
        onChange={(change) => gift.change(change)}
      />
    </div>
  );
}
