import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, it } from 'vitest';
import { createSmtpMail } from './nodemailer-mail.ts';

const says = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

/** Returns the reason for which a mail is refused when a real SMTP server answers with these options. */
async function reasonWith(options: SMTPServerOptions, login = ''): Promise<unknown> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    ...options,
  });
  // The server emits an error for each connection whose greeting it refuses.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mail = createSmtpMail(`smtp://${login}127.0.0.1:${port}`, 'hola@cuentos.test');
  try {
    return await mail.send({ messageId: 'a', to: 'ana@ejemplo.cl', subject: 's', text: 't', html: 'h' }).then(
      () => 'taken',
      (error: { name: string; reason?: string }) => error.reason ?? error.name,
    );
  } finally {
    mail.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

it.each<[string, SMTPServerOptions, string, string]>([
  [
    'the text',
    {
      onData: (stream, _session, done) => {
        void finished(stream.resume()).then(() => done(says(550, '5.4.5 Daily user sending limit exceeded')));
      },
    },
    '',
    'sender-limit',
  ],
  [
    'the sender’s name',
    { onMailFrom: (_address, _session, done) => done(says(454, 'Throttling failure: Daily message quota exceeded')) },
    '',
    'sender-limit',
  ],
  [
    'the greeting',
    { onConnect: (_session, done) => done(says(421, '4.7.0 Too many connections')) },
    '',
    'sender-limit',
  ],
  [
    'the password',
    { onAuth: (_auth, _session, done) => done(says(535, '5.7.8 Bad credentials')) },
    'tienda:secreto@',
    'sender-refused',
  ],
  [
    'the recipient’s name',
    { onRcptTo: (_address, _session, done) => done(says(550, '5.1.1 No such user')) },
    '',
    'no-mailbox',
  ],
])('knows whom a real server’s answer to %s is about', async (_, options, login, reason) => {
  expect(await reasonWith(options, login)).toBe(reason);
});

it.each(['hola@Cuentos.cl', 'Cuentos <hola@cuentos.cl>', '"Cuentos, de bolsillo" <hola@cuentos.cl>'])(
  'a mail from %s that is sent again keeps its message id, in the domain of its sender',
  async (from) => {
    const ids: (string | undefined)[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        void buffer(stream).then(async (raw) => {
          ids.push((await new PostalMime().parse(raw)).messageId);
          done(ids.length === 1 ? says(451, '4.3.0 Try again later') : null);
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, from);
    const send = async () => mail.send({ messageId: '0f3a', to: 'ana@ejemplo.cl', subject: 's', text: 't', html: 'h' });
    try {
      await expect(send()).rejects.toThrow(/Try again/);
      await send();
      expect(ids).toEqual(['<0f3a@cuentos.cl>', '<0f3a@cuentos.cl>']);
    } finally {
      mail.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  },
);
