import type { ThreadSubject } from '@cuentos/contract/messages';
import type { MailSender } from './account-mails.ts';
import { composeMail, type MailContent } from './layout.ts';
import { messageMailTexts as t } from './texts.ts';

interface Received {
  readonly from: MailSender;
  /** As whoever wrote is called. */
  readonly name: string;
  readonly threadId: string;
  readonly orderId: string | null;
  readonly subject: ThreadSubject;
  readonly hasAccount: boolean;
}

/** Tells the shop that somebody wrote. What was written stays in the shop: it may hold anything. */
export function messageReceivedMail({ from, name, threadId, orderId, subject, hasAccount }: Received): MailContent {
  const { received } = t;
  const about = received.about(t.subjects[subject], orderId);
  return composeMail({
    template: 'message-received',
    storeName: from.storeName,
    look: from.look,
    subject: received.subject(name),
    title: received.title,
    greeting: received.greeting,
    before: [received.intro(name), about, ...(hasAccount ? [] : [received.visitor])],
    action: { label: received.button, url: `${from.origin}/admin/messages?thread=${threadId}` },
    after: [received.after, ...(hasAccount ? [received.once] : [])],
  });
}

interface Answered {
  readonly from: MailSender;
  /** Empty for a visitor. */
  readonly name: string;
  /** What the author wrote, plain. */
  readonly text: string;
  /** Null for a visitor, who has no screen of it. */
  readonly threadId: string | null;
}

/** Brings an answer of the author's, with the way to write on. */
export function messageAnswerMail({ from, name, text, threadId }: Answered): MailContent {
  const { answer } = t;
  const isVisitor = threadId === null;
  return composeMail({
    template: 'message-answer',
    storeName: from.storeName,
    look: from.look,
    subject: answer.subject(from.storeName),
    title: answer.title,
    greeting: t.greeting(name),
    before: [isVisitor ? answer.visitorIntro(from.storeName) : answer.intro],
    quoted: text,
    action: isVisitor
      ? { label: answer.writeAgain, url: `${from.origin}/contact` }
      : { label: answer.button, url: `${from.origin}/user-settings/messages/${threadId}` },
    after: isVisitor ? [answer.noReply, answer.visitorWhy] : [answer.noReply],
  });
}
