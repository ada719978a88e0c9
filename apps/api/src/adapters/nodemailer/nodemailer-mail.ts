import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import nodemailer, { type SendMailOptions, type Transporter } from 'nodemailer';
import type { SentMessageInfo } from 'nodemailer/lib/smtp-transport';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { BULK_CONNECTIONS, listHeaders, MAIL_CONNECTIONS, type MailPort, type OutgoingMail } from '../../ports/mail.ts';
import { refusalOf } from './smtp-answers.ts';

/** Reaching the server and its greeting. */
const CONNECT_MS = 15_000;
/**
 * A server may think about a mail that it has in full for this long (RFC 5321, 4.5.3.2.6). Giving up before would send
 * it again, and the reader gets it twice.
 */
const ANSWER_MS = 10 * MINUTE_MS;
/** An admin waits for the outcome of a trial with the page open. */
const TRIAL_MS = 10_000;

/**
 * Sends through an SMTP server named by a URL such as `smtps://user:password@host:465`, over connections that are kept.
 * A name and password are never sent over a line that is not encrypted, but to this machine itself.
 */
export function createSmtpMail(url: string, from: string): MailPort {
  const { hostname, username } = new URL(url);
  const requireTLS = username !== '' && !LOOPBACK.test(hostname);
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: MAIL_CONNECTIONS + BULK_CONNECTIONS,
    // The outbox tries again, and remembers it.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    requireTLS,
  });
  const withSingle = async <T>(work: (single: Transporter<SentMessageInfo>) => Promise<T>): Promise<T> => {
    const limits = { connectionTimeout: TRIAL_MS, greetingTimeout: TRIAL_MS, socketTimeout: TRIAL_MS };
    const single = nodemailer.createTransport({ url, ...limits, requireTLS });
    try {
      return await work(single);
    } finally {
      single.close();
    }
  };
  return {
    name: 'SMTP',
    async send(mail) {
      await transport.sendMail(messageOf(mail, from)).catch((error: unknown) => {
        throw refusalOf(error) ?? error;
      });
    },
    tryOut: async (mail) => withSingle(async (single) => (await single.sendMail(messageOf(mail, from))).response),
    check: async () => withSingle(async (single) => void (await single.verify())),
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
      const built = await transport.sendMail(messageOf(mail, from));
      // Mails contain addresses and links that sign in, so only the owner may read the folder.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${mail.messageId}.eml`), built.message as Buffer, { mode: 0o600 });
    },
    forget: async (messageId) => rm(join(folder, `${messageId}.eml`), { force: true }),
    async copies() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return (await readdir(folder)).filter((name) => name.endsWith('.eml')).map((name) => basename(name, '.eml'));
    },
    close: () => transport.close(),
  };
}

/** The domain of `Name <address@domain>`, which makes a mail's id one of a kind; filters expect it to be the sender's. */
const senderDomain = (from: string): string => /@([^@>\s]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'localhost';

/** Converts a mail to nodemailer's options. */
function messageOf({ messageId, to, subject, text, html, ...list }: OutgoingMail, from: string): SendMailOptions {
  return {
    messageId: `<${messageId}@${senderDomain(from)}>`,
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: listHeaders(list),
  };
}
