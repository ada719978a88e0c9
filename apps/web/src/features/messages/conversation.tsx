import type { Message } from '@cuentos/contract/messages';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useOnline } from '../../device/connection.ts';
import { useFormDraft } from '../../device/form-drafts.ts';
import { formatDate } from '../../lib/formats.ts';
import { newId } from '../../lib/new-id.ts';
import { Button } from '../../ui/button.tsx';
import { DraftNotice } from '../../ui/forms/draft-notice.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { OfflineLine } from '../../ui/state-line.tsx';
import { messageTexts as t, textProblem } from './texts.ts';

/** Moment in Santiago: `21/11/2026, 18:42`. */
export function formatMoment(instant: string): string {
  const { hour, minute } = santiagoWallTime(new Date(instant).getTime());
  const two = (value: number) => String(value).padStart(2, '0');
  return t.at(formatDate(instant), `${two(hour)}:${two(minute)}`);
}

/**
 * Rows of several pages without repetitions: a message that arrives between two requests pushes rows to the next page.
 */
export const eachOnce = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

interface ConversationProps {
  /** Newest first. */
  readonly messages: readonly Message[];
  /** Side whose messages stand at the right. */
  readonly own: Message['side'];
  readonly names: Readonly<Record<Message['side'], string>>;
  /** Loads earlier messages, if there are any. */
  readonly older: { readonly busy: boolean; readonly load: () => void } | null;
}

/** Shows the messages, oldest first, each side at its own edge. */
export function Conversation({ messages, own, names, older }: ConversationProps) {
  const last = useRef<HTMLLIElement>(null);
  const shownMessage = useRef<string>(undefined);
  const [latest] = messages;
  const newest = latest?.id;
  const isNews = latest !== undefined && latest.side !== own && latest.read_at === null;
  useEffect(() => {
    // Scrolls to the newest message when there is a new one; otherwise the conversation starts at the top.
    if (shownMessage.current !== newest && (isNews || shownMessage.current !== undefined)) {
      last.current?.scrollIntoView({ block: 'nearest' });
    }
    shownMessage.current = newest;
  }, [newest, isNews]);
  return (
    <>
      {older && (
        <Button className="mb-5" busy={older.busy} onClick={older.load}>
          {t.older}
        </Button>
      )}
      <div role="log">
        <ol className="grid gap-4">
          {messages.toReversed().map(({ id, side, text, created_at: at }) => (
            <li
              key={id}
              ref={id === newest ? last : undefined}
              className={`max-w-[36rem] scroll-my-24 ${side === own ? 'ml-auto w-fit min-w-0 pl-6 sm:pl-16' : 'w-fit min-w-0 pr-6 sm:pr-16'}`}
            >
              <div
                className={
                  side === own
                    ? 'rounded-t-2 rounded-bl-[18px] rounded-br-1 bg-accent-soft px-4 py-3'
                    : 'rounded-t-2 rounded-br-[18px] rounded-bl-1 border border-line bg-sheet px-4 py-3'
                }
              >
                <p className="figures flex flex-wrap gap-x-3 text-xs text-ink-2">
                  <b className="font-semibold [overflow-wrap:anywhere]">{names[side]}</b>
                  <time dateTime={at}>{formatMoment(at)}</time>
                </p>
                <p className="mt-1 [overflow-wrap:anywhere] whitespace-pre-wrap">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

/** A message for the call. */
export interface MessageDraft {
  readonly id: string;
  readonly text: string;
}

interface WriteBoxProps {
  /** Name of the form's draft on the device. */
  readonly draft: string;
  readonly label: string;
  readonly hint?: string;
  /**
   * @returns the next step once the device has deleted the draft; null when the message did not arrive, which the
   * screen has shown
   */
  readonly onSend: (message: MessageDraft) => Promise<(() => void) | null>;
  /** Fields above the text. */
  readonly children?: ReactNode;
}

const nothing: MessageDraft = { id: '', text: '' };

/** Joins a stored draft with text typed since, as a new message. */
const joinTexts = (storedTexts: Partial<MessageDraft>, typed: Partial<MessageDraft>): MessageDraft => ({
  id: newId(),
  text: [storedTexts.text, typed.text].filter(Boolean).join('\n\n'),
});

/**
 * State of the message being written: each change gives it a new id, so that an unchanged message is sent again as the
 * same one.
 */
function useWritten(form: string) {
  const fields = useFields(nothing, ({ text }) => ({ text: textProblem(text) }));
  const draft = useFormDraft<MessageDraft>({
    form,
    values: fields.values,
    begun: nothing,
    show: (changes) => fields.put({ ...nothing, ...changes }),
    join: joinTexts,
  });
  const latest = useRef(fields.values);
  useEffect(() => {
    latest.current = fields.values;
  });
  return {
    fields,
    draft,
    change: (text: string) => fields.put(text === '' ? nothing : { id: newId(), text }),
    /** Empties the box of a message that arrived. */
    empty: async (id: string) => {
      if (latest.current.id !== id) return;
      fields.put(nothing);
      await draft.clear();
    },
  };
}

/** Hint about the keys that send; hidden on touch screens, which have no keyboard. */
function withKeys(hint: string | undefined): string | undefined {
  return matchMedia('(pointer: fine)').matches ? [hint, t.keys].filter(Boolean).join(' ') : hint;
}

/**
 * Box for a message: its text is stored on the device with each letter until the message has arrived, so that it
 * survives a lost connection and the end of a session.
 */
export function WriteBox({ draft: form, label, hint, onSend, children }: WriteBoxProps) {
  const online = useOnline();
  const { fields, draft, change, empty } = useWritten(form);
  const { busy, run } = useTask();
  const send = (element: EventTarget | null) => {
    if (!fields.validate(element)) return;
    void run(async () => {
      const { id, text } = fields.values;
      const follow = await onSend({ id, text });
      if (!follow) return;
      // A page that is left or reloaded at 'sent' would restore the text.
      await empty(id);
      follow();
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (online) send(event.currentTarget.form);
  };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-[36rem] gap-4">
      <DraftNotice draft={draft} />
      {children}
      <TextAreaField
        label={label}
        rows={5}
        name="text"
        value={fields.values.text}
        readOnly={busy}
        error={fields.problems.text}
        hint={withKeys(hint)}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
      />
      {!online && <OfflineLine online={false} text={t.draftOffline} />}
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabled={!online}
        className="justify-self-start max-sm:w-full"
      >
        {t.send}
      </Button>
    </form>
  );
}
