import { Resolver } from 'node:dns/promises';
import type { SetupFinding } from '@cuentos/contract/setup';
import type { Config } from '../../../platform/config/config.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { countGivenUp } from '../../mail/service.ts';
import { advised, certificateFinding, type Check, missing, ready, timeText } from '../context.ts';
import { findingTexts as t, trialMailTexts } from '../texts.ts';

const INSIDE_LIMIT_MS = 5000;
/** Longer than the limits of the SMTP connection itself. */
const SENDING_LIMIT_MS = 35_000;
/** The most of a server's answer that is shown. */
const ANSWER_LENGTH = 160;

/** Sends one mail directly, without the outbox, and reports the server's answer. */
export const sendingCheck: Check = {
  name: 'mail_sending',
  needsRecipient: true,
  isNeeded: true,
  isInside: false,
  limitMs: SENDING_LIMIT_MS,
  async run({ ports, shop, recipient }) {
    const { mail, clock } = ports;
    if (!mail.tryOut) return missing(t.noMail, t.noMailNext);
    if (recipient === null) return advised(t.nobodyToMail, t.nobodyToMailNext);
    const now = clock.now();
    const text = trialMailTexts.text(shop.seller.store_name);
    try {
      const answer = await mail.tryOut({
        messageId: newId(now),
        to: recipient,
        subject: trialMailTexts.subject(shop.seller.store_name),
        text,
        html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
      });
      return { ...ready(t.mailSent(recipient, timeText(now), oneLine(answer))), next: t.mailSentNext };
    } catch (error) {
      return certificateFinding(t.services.mail, error) ?? missing(failureSentence(error), t.mailFailedNext);
    }
  },
};

/** Whether mails of the last two weeks were given up: their recipients do not know that they were written to. */
export const givenUpCheck: Check = {
  name: 'mail_given_up',
  isNeeded: false,
  isInside: true,
  limitMs: INSIDE_LIMIT_MS,
  async run({ ports: { db, clock } }) {
    const count = await countGivenUp(db.read, clock.now());
    if (count === 0) return ready(t.nothingGivenUp);
    const action = { kind: 'page', label: t.goToMails, path: '/admin/log?ver=correos' } as const;
    return advised(t.mailsGivenUp(count), t.mailsGivenUpNext, { action });
  },
};

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, ANSWER_LENGTH);

const mailFailures: Readonly<Record<string, keyof typeof t.mailFailures>> = {
  EDNS: 'name',
  ENOTFOUND: 'name',
  ETIMEDOUT: 'slow',
  EAUTH: 'login',
  ETLS: 'encryption',
  EENVELOPE: 'recipient',
  EMESSAGE: 'refused',
  ECONNECTION: 'nobody',
  ECONNREFUSED: 'nobody',
  ESOCKET: 'nobody',
};

/** Says the failure in our words, followed by the server's own where it sent any. */
function failureSentence(error: unknown): string {
  const { response, command } = error as { response?: unknown; command?: unknown };
  const kind = mailFailures[errorCode(error)] ?? 'nobody';
  const failure = kind === 'recipient' && command === 'MAIL FROM' ? 'sender' : kind;
  const answerText = typeof response === 'string' && response !== '' ? t.mailAnswer(oneLine(response)) : '';
  return t.mailFailures[failure] + answerText;
}

const RECORDS_LIMIT_MS = 8000;
/** Time limit of one question to a name server, ms; a second server is asked once. */
const QUESTION_MS = 2000;
/** DKIM key names of well-known senders; any other one has to be configured. */
const USUAL_SELECTORS = [
  'default',
  'mail',
  'dkim',
  'google',
  'selector1',
  'selector2',
  'k1',
  'k2',
  's1',
  's2',
  'smtp',
  'mx',
  'fm1',
  'zoho',
  'zmail',
  'protonmail',
  'resend',
  'brevo1',
  'brevo2',
  'mandrill',
  'pm',
];

/**
 * Checks whether the sender's domain says who may send for it (SPF), who signs (DKIM) and what to do with other mails
 * (DMARC).
 */
export const recordsCheck: Check = {
  name: 'mail_records',
  isNeeded: false,
  isInside: false,
  limitMs: RECORDS_LIMIT_MS,
  async run({ config, signal }) {
    const domain = senderDomain(config.MAIL_FROM);
    if (domain === null) return advised(t.noSenderDomain, t.noSenderDomainNext);
    const resolver = new Resolver({ timeout: QUESTION_MS, tries: 2 });
    if (config.DNS_SERVER !== undefined) resolver.setServers([config.DNS_SERVER]);
    signal.addEventListener('abort', () => resolver.cancel());
    const has = async (name: string, start: RegExp): Promise<boolean> =>
      (await textsOf(resolver, name)).some((text) => start.test(text));
    try {
      const selectors = config.DKIM_SELECTOR === undefined ? USUAL_SELECTORS : [config.DKIM_SELECTOR];
      const [spf, keys, dmarc] = await Promise.all([
        has(domain, /^v=spf1(\s|$)/i),
        Promise.all(selectors.map(async (name) => has(`${name}._domainkey.${domain}`, /(^|;)\s*p=[A-Za-z0-9+/]/))),
        hasPolicy(domain, has),
      ]);
      return judgeRecords({ spf, dkim: keys.includes(true), dmarc }, domain, config);
    } catch {
      return advised(t.recordsUnread, t.recordsUnreadNext);
    }
  },
};

/** The domain of `Name <local@domain>`; null for one that exists nowhere. */
function senderDomain(from: string): string | null {
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? '';
  return !domain.includes('.') || /\.(invalid|test|example|localhost|local)$/.test(domain) ? null : domain;
}

/** A policy stands for the domains below it too, up to one with a single dot. */
async function hasPolicy(domain: string, has: (name: string, start: RegExp) => Promise<boolean>): Promise<boolean> {
  const labels = domain.split('.');
  const above = labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'));
  const dmarcRecords = await Promise.all(above.map(async (name) => has(`_dmarc.${name}`, /^v=DMARC1\s*(;|$)/)));
  return dmarcRecords.includes(true);
}

/** TXT records of a name; none when the name does not exist. */
async function textsOf(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes(errorCode(error))) return [];
    throw error;
  }
}

interface Records {
  readonly spf: boolean;
  readonly dkim: boolean;
  readonly dmarc: boolean;
}

function judgeRecords({ spf, dkim, dmarc }: Records, domain: string, { DKIM_SELECTOR }: Config): SetupFinding {
  const policy = `_dmarc.${domain} TXT "v=DMARC1; p=none"`;
  const lines = [
    { name: 'SPF', present: spf, absent: t.spfMissing, value: null },
    { name: 'DKIM', present: dkim, absent: DKIM_SELECTOR ? t.dkimMissing : t.dkimUnknown, value: null },
    { name: 'DMARC', present: dmarc, absent: t.dmarcMissing, value: policy },
  ];
  const records = lines.map(({ name, present, absent, value }) => ({
    name,
    present,
    text: present ? t.recordPresent : absent,
    value: present ? null : value,
  }));
  const named = (isPresent: boolean) => lines.flatMap(({ name, present }) => (present === isPresent ? [name] : []));
  if (named(false).length === 0) return ready(t.recordsReady(domain), { records });
  const action = dmarc ? null : ({ kind: 'copy', label: t.copyRecords, text: policy } as const);
  return advised(t.recordsFound(named(true), named(false), domain), t.recordsNext, { records, action });
}
