import nodemailer from 'nodemailer';
import type { MailPort } from '../../ports/mail.ts';
import { messageOf } from '../mail-message.ts';

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
    async send(mail) {
      await transport.sendMail(messageOf(mail, from, new URL(url).hostname));
    },
  };
}
