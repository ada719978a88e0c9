import type { MailRow } from '../modules/mail/repository.ts';
import type { TestApp } from './build-test-app.ts';

/** The mails in the outbox to an address, oldest first. */
export async function mailsTo(test: TestApp, email: string): Promise<MailRow[]> {
  return test.ports.db.handle
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Returns the token at the end of a link to a screen, from a mail's plain text. */
export function tokenIn(mail: MailRow | undefined, screen: string): string {
  const match = new RegExp(`http://shop\\.test/${screen}/([\\w.~-]+)`).exec(mail?.text ?? '');
  if (!match?.[1]) throw new Error(`no link to /${screen} in ${mail?.template ?? 'no mail'}`);
  return match[1];
}

/** Sends the requested recovery links, as the job does. */
export async function sendRecoveries(test: TestApp): Promise<void> {
  await test.services.passwords.sendRecoveries(new AbortController().signal);
}
