import { button } from './mail.ts';
import { letter } from './render-mail.ts';
import { listMailTexts as t } from './texts.ts';

interface ListMail {
  readonly confirmToken: string;
  readonly unsubscribeUrl: string;
}

/** Second step of the sign-up: only who reads the mailbox gets on the list. */
export const confirmListMail = letter(({ confirmToken, unsubscribeUrl }: ListMail, { storeName }) => {
  const { subject, title, hello, intro, button: label, after } = t.confirm;
  return {
    template: 'newsletter-confirm',
    subject,
    title,
    blocks: [hello, intro(storeName), button(label, `/newsletter/confirm/${confirmToken}`), after],
    foot: [{ kind: 'link', label: t.unsubscribe, to: unsubscribeUrl }],
    unsubscribeUrl,
  };
});

/** Second step of 'Avísame cuando salga' for a visitor, or an account whose address is not confirmed. */
export const confirmFollowMail = letter(
  ({ confirmToken, unsubscribeUrl, book }: ListMail & { readonly book: string }) => {
    const { title, hello, intro, button: label, after } = t.confirmFollow;
    return {
      template: 'follow-confirm',
      subject: t.confirmFollow.subject(book),
      title,
      // The ending `.libro` selects the question that the page asks.
      blocks: [hello, intro(book), button(label, `/newsletter/confirm/${confirmToken}.libro`), after],
      foot: [{ kind: 'link', label: t.unsubscribe, to: unsubscribeUrl }],
      unsubscribeUrl,
    };
  },
);
