import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { listHeaders, MAIL_CONNECTIONS, type MailPort, type OutgoingMail } from '../../ports/mail.ts';

/** Reaching the server and its greeting. */
const CONNECT_MS = 15_000;
/**
 * A server may think about a mail that it has in full for this long (RFC 5321, 4.5.3.2.6). Giving up before would send
 * it again, and the reader gets it twice.
 */
const ANSWER_MS = 10 * MINUTE_MS;

/**
 * Sends through an SMTP server named by a URL such as `smtps://user:password@host:465`, over connections that are kept.
 * A name and password are never sent over a line that is not encrypted, but to this machine itself.
 */
export function createSmtpMail(url: string, from: string): MailPort {
  const { hostname, username } = new URL(url);
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    // The outbox tries again, and remembers it.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    requireTLS: username !== '' && !LOOPBACK.test(hostname),
  });
  return {
    name: 'SMTP',
    async send(mail) {
      await transport.sendMail(messageOf(mail, from, hostname));
    },
    close: () => transport.close(),
  };
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

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
    close: () => transport.close(),
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
