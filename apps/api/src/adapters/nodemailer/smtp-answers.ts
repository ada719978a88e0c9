import { MailRefused, type RefusalReason } from '../../ports/mail.ts';

/** Fields that nodemailer adds to the errors of a conversation. */
interface SMTPAnswer {
  readonly code: string;
  /** The step that was answered. */
  readonly command: string;
  readonly responseCode: number;
  readonly response: string;
}

/** Reads the answer of a mail server; null when the server did not answer. */
export function refusalOf(error: unknown): MailRefused | null {
  if (!(error instanceof Error)) return null;
  const { code = '', command: step = '', responseCode = 0, response: words = '' } = error as Partial<SMTPAnswer>;
  if (responseCode < 400) return null;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(words)?.[1] ?? '';
  const reason = reasonOf({ step, answer: responseCode, status, words: words.replaceAll(ADDRESS, '') });
  return new MailRefused(error.message, { code, reason });
}

/** An address that an answer repeats. It is removed, because its words say nothing about the reason. */
const ADDRESS = /<?[^\s<>]+@[^\s<>:;,]+>?/g;

interface Answer {
  readonly step: string;
  /** Three digits. */
  readonly answer: number;
  /** Enhanced status (RFC 3463); empty where the server sends none. */
  readonly status: string;
  readonly words: string;
}

/** The address of the recipient (RFC 3463, 3.2); 5.1.7, 5.1.8 and Microsoft's 5.1.90 are about the sender. */
const OF_ADDRESS = /^[45]\.1\.(?:[0-46]|10)$/;
/** The recipient's mailbox (RFC 3463, 3.3); Microsoft's 5.2.252 is about the sender. */
const OF_MAILBOX = /^[45]\.2\.[0-4]$/;
/**
 * Of the sender, or of the server itself, also in an answer to the recipient's name: 5.7 is policy, 4.4.5 a busy server,
 * 5.4.5 and 5.4.6 are quotas of Gmail and Zoho, 4.5.3 is too many recipients. Greylisting (4.7.1) is not among them.
 */
const OF_SENDER = /^(?:[45]\.3\.\d+|[45]\.4\.[56]|[45]\.5\.3|5\.7\.\d+|[45]\.1\.(?:[789]|9\d+)|5\.2\.\d{2,})$/;
/** Closing, too many connections, throttled (Amazon SES), and not signed in. */
const ANSWERS_OF_SENDER: ReadonlySet<number> = new Set([421, 432, 454, 530, 534, 535, 538]);
/** Words about quotas from hosters without enhanced statuses: 'Domain … has exceeded the max emails per hour'. */
const LIMIT_WORDS = /\blimit|quota|throttl|\brate\b|too (?:many|much)|exceed/i;
const SENDER_WORDS =
  /relay|authenti|\bsender|\bspam|black ?list|block ?list|reputation|\b(?:helo|ehlo)\b|\bclient|\bip\b|\byour (?:account|address|domain|host|server)/i;
/** Names of the recipient, in the languages of a shop's hosters. */
const RECIPIENT_WORDS =
  /\buser|mailbox|account|recipient|address|no such|unknown|(?:does not|doesn't) exist|usuario|buz[oó]n|casilla|cuenta|destinatario|direcci[oó]n|desconocid|no existe|inexistente/i;
/** Microsoft's status for a recipient that is not in its directory. */
const NOT_IN_DIRECTORY = '5.4.1';
const FULL_WORDS = /mailbox (?:is )?full|over ?quota|(?:mailbox|inbox|user)[^.]* (?:quota|storage)/i;

/**
 * Decides whether an answer is about the recipient or the sender. Doubtful answers count as being about the sender:
 * such a mail waits, while a valid address that is taken for an invalid one would never get mail of the shop again.
 */
function reasonOf(given: Answer): RefusalReason {
  const { step, answer, status, words } = given;
  const isTemporary = answer < 500;
  if (step === 'RCPT TO' || step === 'DATA') {
    if (OF_ADDRESS.test(status)) return isTemporary ? 'busy' : 'no-mailbox';
    if (OF_MAILBOX.test(status) || (status === '' && isFull(given))) return mailboxReason(status, isTemporary);
    if (step === 'RCPT TO' && !isOfSender(given)) return isTemporary ? 'busy' : 'no-mailbox';
  }
  const isLimit = OF_QUOTA.test(status) || (LIMIT_WORDS.test(words) && status !== TOO_LARGE);
  return isTemporary || isLimit ? 'sender-limit' : 'sender-refused';
}

const OF_QUOTA = /^5\.4\.[56]$/;
/** A mail beyond the server's size: waiting does not make it smaller. */
const TOO_LARGE = '5.3.4';

function mailboxReason(status: string, isTemporary: boolean): RefusalReason {
  if (status === '' || status.endsWith('.2.2')) return 'mailbox-full';
  return isTemporary ? 'busy' : 'not-taken';
}

/** 452 without more is a mailbox without room (RFC 5321, 4.2.3), unless it speaks of a limit of ours. */
function isFull({ step, answer, words }: Answer): boolean {
  return FULL_WORDS.test(words) || (step === 'RCPT TO' && answer === 452 && !LIMIT_WORDS.test(words));
}

function isOfSender({ answer, status, words }: Answer): boolean {
  if (OF_SENDER.test(status) || ANSWERS_OF_SENDER.has(answer) || LIMIT_WORDS.test(words)) return true;
  if (answer < 500) return status === '' && SENDER_WORDS.test(words);
  // A firewall, or a server that does not know the shop, refuses every recipient with the same answer.
  return status !== NOT_IN_DIRECTORY && (SENDER_WORDS.test(words) || !RECIPIENT_WORDS.test(words));
}
