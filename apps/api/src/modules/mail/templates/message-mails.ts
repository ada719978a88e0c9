import type { ThreadSubject } from '@cuentos/contract/messages';
import { button } from './mail.ts';
import { letter } from './render-mail.ts';
import { messageMailTexts as t } from './texts.ts';

interface NewMessage {
  /** Name of the writer of the message. */
  readonly name: string;
  readonly threadId: string;
  readonly orderId: string | null;
  readonly subject: ThreadSubject;
  readonly hasAccount: boolean;
}

/** Reports a message to the shop, without its text, which may contain anything. */
export const messageReceivedMail = letter(({ name, threadId, orderId, subject, hasAccount }: NewMessage) => {
  const { received } = t;
  const about = received.about(t.subjects[subject], orderId);
  return {
    template: 'message-received',
    subject: received.subject(name),
    title: received.title,
    blocks: [
      received.greeting,
      [received.intro(name), about, hasAccount ? null : received.visitor],
      button(received.button, `/admin/messages?thread=${threadId}`),
      [received.after, hasAccount ? received.once : null],
    ],
  };
});

interface MessageAnswer {
  /** Empty for a visitor. */
  readonly name: string;
  /** The author's answer as plain text. */
  readonly text: string;
  /** Null for a visitor, who has no screen of it. */
  readonly threadId: string | null;
}

/** Brings an answer of the author's, with the way to write on. */
export const messageAnswerMail = letter(({ name, text, threadId }: MessageAnswer, { storeName }) => {
  const { answer } = t;
  const isVisitor = threadId === null;
  return {
    template: 'message-answer',
    subject: answer.subject(storeName),
    title: answer.title,
    blocks: [
      t.greeting(name),
      isVisitor ? answer.visitorIntro(storeName) : answer.intro,
      { kind: 'quote', text },
      isVisitor ? button(answer.writeAgain, '/contact') : button(answer.button, `/user-settings/messages/${threadId}`),
      [answer.noReply, isVisitor ? answer.visitorWhy : null],
    ],
  };
});
