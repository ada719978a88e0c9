import type { SendMailOptions } from 'nodemailer';
import { listHeaders, type OutgoingMail } from '../ports/mail.ts';

/** A mail as nodemailer takes it. @param domain makes its id one of a kind beyond this shop. */
export function messageOf(
  { messageId, to, subject, text, html, ...list }: OutgoingMail,
  from: string,
  domain: string,
): SendMailOptions {
  return {
    messageId: `<${messageId}@${domain}>`,
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: listHeaders(list),
  };
}
