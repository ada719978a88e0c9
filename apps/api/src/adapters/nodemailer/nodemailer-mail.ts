import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { listHeaders, type MailPort, type OutgoingMail } from '../../ports/mail.ts';

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

/** Writes each mail as an `.eml` file; the adapter for a shop without a mail provider. */
export function createMailFiles(folder: string, from: string): MailPort {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    name: `files in ${folder}`,
    async send(mail) {
      const built = await transport.sendMail(messageOf(mail, from, 'cuentos'));
      // Mails hold addresses and links that sign in.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${mail.messageId}.eml`), built.message as Buffer, { mode: 0o600 });
    },
  };
}

/** A mail as nodemailer takes it. @param domain makes its id one of a kind beyond this shop. */
function messageOf(
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
