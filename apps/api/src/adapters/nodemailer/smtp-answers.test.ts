import { expect, it } from 'vitest';
import { refusalOf } from './smtp-answers.ts';

/** Returns the reason that the adapter derives from a server's answer at a step of the SMTP conversation. */
function reasonAt(step: string, response: string): string | null {
  const error = Object.assign(new Error(response), {
    code: 'E',
    command: step,
    responseCode: Number.parseInt(response, 10),
    response,
  });
  return refusalOf(error)?.reason ?? null;
}

it.each([
  ['DATA', '550 5.4.5 Daily user sending limit exceeded.'],
  ['RCPT TO', '550-5.4.5 Daily SMTP relay sending limit exceeded for customer.'],
  ['DATA', '550 5.4.6 Unusual sending activity detected. Please try after sometime.'],
  ['DATA', '421 4.7.28 Our system has detected an unusual rate of unsolicited mail.'],
  ['MAIL FROM', '421 4.3.0 Temporary System Problem.  Try again later'],
  ['RCPT TO', '421 4.7.0 Try again later, closing connection.'],
  ['RCPT TO', '450 4.7.1 Error: too much mail from 203.0.113.9'],
  ['RCPT TO', '452 4.5.3 Too many recipients'],
  ['RCPT TO', '452 Too many recipients received this hour'],
  ['RCPT TO', '452 4.3.1 Insufficient system storage'],
  ['DATA', '454 Throttling failure: Daily message quota exceeded.'],
  ['MAIL FROM', '454 Throttling failure: Maximum sending rate exceeded.'],
  ['MAIL FROM', '450 4.7.1 Client host rejected'],
  ['RCPT TO', "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients"],
  ['RCPT TO', '550 Domain tienda.cl has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.'],
  ['CONN', '421 4.7.0 Too many connections'],
  ['AUTH PLAIN', '454 4.7.0 Too many login attempts, please try again later.'],
  ['AUTH PLAIN', '451 Authentication failed: Maximum credits exceeded'],
  ['DATA', '432 4.3.2 Concurrent connections limit exceeded'],
])('%s: %s is a limit of the sender', (step, response) => {
  expect(reasonAt(step, response)).toBe('sender-limit');
});

it.each([
  ['DATA', '554 5.7.1 Message rejected: Sending paused for this account.'],
  ['DATA', '554 Message rejected: Email address is not verified.'],
  ['DATA', '550 The from address does not match a verified Sender Identity.'],
  ['MAIL FROM', '553 5.7.1 Sender address rejected: not owned by user'],
  ['MAIL FROM', '550 5.1.0 Sender rejected'],
  ['RCPT TO', '554 5.7.1 <ana@ejemplo.cl>: Relay access denied'],
  ['RCPT TO', '550 relay not permitted'],
  ['RCPT TO', '530 5.7.0 Authentication required'],
  ['AUTH PLAIN', '535 5.7.8 Username and Password not accepted.'],
  ['AUTH LOGIN', '525 5.7.1 Unauthorized IP address'],
  ['DATA', '550 5.1.8 Access denied, bad outbound sender'],
  ['DATA', '554 5.2.252 SendAsDenied'],
  ['DATA', '552 5.3.4 Message size exceeds fixed maximum'],
  ['CONN', '554 No SMTP service here'],
  ['RCPT TO', '550 Administrative prohibition'],
  ['RCPT TO', '550 Access denied - Invalid HELO name'],
  ['RCPT TO', '550 5.0.0 Access denied'],
  ['RCPT TO', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['RCPT TO', '550 <usuario@ejemplo.cl>: Access denied'],
  ['RCPT TO', '550 Your IP address is not welcome here'],
  ['RCPT TO', '550 Your account is suspended'],
])('%s: %s is a refusal of the sender', (step, response) => {
  expect(reasonAt(step, response)).toBe('sender-refused');
});

it.each([
  ['RCPT TO', '550 5.1.1 The email account that you tried to reach does not exist.', 'no-mailbox'],
  ['RCPT TO', '550 no such mailbox', 'no-mailbox'],
  ['RCPT TO', '550 Unrouteable address', 'no-mailbox'],
  ['RCPT TO', '550 5.0.0 <ana@ejemplo.cl>... User unknown', 'no-mailbox'],
  ['RCPT TO', '550 La casilla no existe', 'no-mailbox'],
  ['RCPT TO', '550 Buzón inexistente', 'no-mailbox'],
  ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied.', 'no-mailbox'],
  ['RCPT TO', '550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'no-mailbox'],
  ['DATA', '550 5.1.1 User unknown', 'no-mailbox'],
  ['RCPT TO', '550 5.2.1 The email account that you tried to reach is disabled.', 'not-taken'],
  ['RCPT TO', "452 4.2.2 The recipient's inbox is out of storage space.", 'mailbox-full'],
  ['RCPT TO', '552 5.2.2 Mailbox over quota', 'mailbox-full'],
  ['RCPT TO', '552 Mailbox full', 'mailbox-full'],
  ['RCPT TO', '452 Insufficient storage', 'mailbox-full'],
  ['RCPT TO', '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents', 'busy'],
  ['RCPT TO', '451 4.7.1 Greylisted, try again later', 'busy'],
  ['RCPT TO', '450 4.1.1 Recipient address rejected: unverified address', 'busy'],
])('%s: %s is about the recipient', (step, response, reason) => {
  expect(reasonAt(step, response)).toBe(reason);
});

it('an answer that is no SMTP answer gives no reason', () => {
  expect(refusalOf(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', command: 'CONN' }))).toBeNull();
});
