import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { listHeaders, type MailPort } from '../../ports/mail.ts';

/** Writes each mail as an `.eml` file; the adapter for a shop without a mail provider. */
export function createMailFiles(folder: string, from: string): MailPort {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    name: `files in ${folder}`,
    async send({ messageId, to, subject, text, html, ...list }) {
      const built = await transport.sendMail({
        messageId: `<${messageId}@cuentos>`,
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: listHeaders(list),
      });
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${messageId}.eml`), built.message as Buffer);
    },
  };
}
