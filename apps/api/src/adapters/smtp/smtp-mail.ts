import nodemailer from 'nodemailer';
import { listHeaders, type MailPort } from '../../ports/mail.ts';

const TIMEOUT_MS = 15_000;

/** Sends through an SMTP server named by a URL such as `smtps://user:password@host:465`. */
export function createSmtpMail(url: string, from: string): MailPort {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    name: 'SMTP',
    async send({ messageId, to, subject, text, html, ...list }) {
      await transport.sendMail({
        messageId: `<${messageId}@${new URL(url).hostname}>`,
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: listHeaders(list),
      });
    },
  };
}
