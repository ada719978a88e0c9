import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { MailPort } from '../../ports/mail.ts';
import { messageOf } from '../mail-message.ts';

/** Writes each mail as an `.eml` file; the adapter for a shop without a mail provider. */
export function createMailFiles(folder: string, from: string): MailPort {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    name: `files in ${folder}`,
    async send(mail) {
      const built = await transport.sendMail(messageOf(mail, from, 'cuentos'));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${mail.messageId}.eml`), built.message as Buffer);
    },
  };
}
