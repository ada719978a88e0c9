import { toIso } from '../../platform/to-iso.ts';
import type { mailEntries } from '@cuentos/contract/mails';
import type { noticeEntries } from '@cuentos/contract/payments';
import type { auditEntries, ShopSettings } from '@cuentos/contract/reports';
import type { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';
import type { Ports } from '../../ports/ports.ts';
import { recordAudit } from '../audit/service.ts';
import { retryNotice } from '../payments/service.ts';
import { retryGivenUp, retryMail } from '../mail/service.ts';
import { statsCsv, statsOf } from './figures.ts';
import * as repository from './repository.ts';
import type { NamedRow } from './repository.ts';
import { settingTexts } from './texts.ts';

type Row<List extends z.ZodArray> = z.infer<List>[number];

export type AdminReportService = ReturnType<typeof createAdminReportService>;

interface Deps {
  readonly ports: Pick<Ports, 'db' | 'clock' | 'storage' | 'mail' | 'captcha'>;
  readonly config: Config;
}

/** Logs, settings and figures. */
export function createAdminReportService({ ports, config }: Deps) {
  const { db, clock } = ports;
  const retry = async (
    actor: Caller,
    id: string,
    action: 'mail.retried' | 'notice.retried',
    attempt: (tx: Tx, id: string, now: number) => ReturnType<typeof retryMail>,
  ): Promise<void> => {
    const now = clock.now();
    await db.withTx(async (tx) => {
      const outcome = await attempt(tx, id, now);
      if (outcome === 'missing') throw new AppError('not_found');
      if (outcome === 'emptied') throw new AppError('mail_not_kept');
      if (outcome === 'done-already') throw new AppError('nothing_to_retry');
      await recordAudit(tx, { actorId: actor.userId, action, subject: id }, now);
    });
  };
  return {
    audit: async (page: PageRequest) => auditPage(db, page),
    mails: async (page: PageRequest, only?: 'failed') => mailPage(db, page, only && clock.now()),
    /** Makes the mails that were given up lately due now. @returns how many */
    async retryGivenUpMails(actor: Caller): Promise<number> {
      const now = clock.now();
      return db.withTx(async (tx) => {
        const ids = await retryGivenUp(tx, now);
        for (const id of ids) {
          await recordAudit(tx, { actorId: actor.userId, action: 'mail.retried', subject: id }, now);
        }
        return ids.length;
      });
    },
    notices: async (page: PageRequest) => noticePage(db, page),
    /** @throws {AppError} not_found, nothing_to_retry, mail_not_kept */
    retryMail: async (actor: Caller, id: string) => retry(actor, id, 'mail.retried', retryMail),
    /** @throws {AppError} not_found, nothing_to_retry */
    retryNotice: async (actor: Caller, id: string) => retry(actor, id, 'notice.retried', retryNotice),
    settings: () => settingsOf({ ports, config }),
    stats: async (from: string, to: string) => statsOf(db, from, to),
    statsCsv: async (from: string, to: string) => statsCsv(await statsOf(db, from, to)),
  };
}

async function auditPage(db: Db, page: PageRequest): Promise<Page<Row<typeof auditEntries>>> {
  const { rows, total } = await repository.listAudit(db, page);
  const lines = rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as unknown }));
  const ids = new Set(lines.flatMap(({ subject, detail }) => idsOf(subject, detail)));
  const names = await repository.findNames(db.read, [...ids]);
  return {
    total,
    rows: lines.map(({ at, name, ...row }) => ({
      ...row,
      ...namesOf(row.subject, row.detail, names),
      at: toIso(at),
      actor_name: name,
    })),
  };
}

async function mailPage(db: Db, page: PageRequest, givenUpAt?: number): Promise<Page<Row<typeof mailEntries>>> {
  const { rows, total } = await repository.listMails(db, page, givenUpAt);
  return {
    total,
    rows: rows.map(
      ({ next_attempt_at: next, sent_at, created_at, last_error: error, is_held: isHeld, ...columns }) => ({
        ...withPerson(columns),
        // `held` stands for a mail that waits for room in its budget.
        last_error: isHeld === 1 ? 'held' : error,
        state: sent_at === null ? (next === null ? 'failed' : 'waiting') : 'sent',
        created_at: toIso(created_at),
        sent_at: toIso(sent_at),
      }),
    ),
  };
}

function withPerson<Line extends Pick<repository.MailLine, 'person_id' | 'person_name'>>(line: Line) {
  const { person_id: id, person_name: name, ...row } = line;
  return { ...row, person: name === null ? null : { id, name } };
}

async function noticePage(db: Db, page: PageRequest): Promise<Page<Row<typeof noticeEntries>>> {
  const { rows, total } = await repository.listNotices(db, page);
  return {
    total,
    rows: rows.map(({ provider_payment_id, next_attempt_at: next, processed_at, received_at, ...row }) => ({
      ...row,
      payment_id: provider_payment_id,
      state: processed_at === null ? (next === null ? 'failed' : 'waiting') : 'processed',
      received_at: toIso(received_at),
      processed_at: toIso(processed_at),
    })),
  };
}

/** Names of adapters only: an address of a server may hold its password. */
function settingsOf({ ports, config }: Deps): ShopSettings {
  const { db, storage, mail, captcha } = ports;
  const t = settingTexts;
  const google = config.GOOGLE_CLIENT_ID !== undefined;
  return {
    adapters: [
      { name: t.database, value: db.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL', real: true },
      { name: t.files, value: storage.name, real: true },
      { name: t.mail, value: mail.name, real: config.SMTP_URL !== undefined },
      { name: t.captcha, value: captcha.info.provider, real: captcha.info.provider !== 'none' },
      { name: t.payments, value: config.sandbox ? t.sandbox : 'Mercado Pago', real: !config.sandbox },
      { name: t.google, value: google ? t.on : t.off, real: google },
    ],
  };
}

/** Names of the subject of an audit entry. */
export interface AuditNames {
  readonly subject_name: string | null;
  readonly book_id: string | null;
  readonly person: { readonly id: string | null; readonly name: string; readonly email: string } | null;
}

/** Ids that an entry names, the closest first: a part says more than its order. */
function idsOf(subject: string, detail: unknown): string[] {
  if (typeof detail !== 'object' || detail === null) return [subject];
  const { user, part, partId, order } = detail as Readonly<Record<string, unknown>>;
  return [part, partId, subject, user, order].filter((id) => typeof id === 'string');
}

/** The first name and the first person among the rows that an entry names. */
function namesOf(subject: string, detail: unknown, names: readonly NamedRow[]): AuditNames {
  const rows = idsOf(subject, detail).flatMap((id) => names.filter((row) => row.id === id));
  const named = rows.find(({ label }) => label !== null);
  const person = rows.find(({ email }) => email !== null);
  return {
    subject_name: named?.label ?? null,
    book_id: named?.book_id ?? null,
    person: person?.email ? { id: person.user_id, name: person.name ?? '', email: person.email } : null,
  };
}

export { soldByPayment, soldIn, statsOf } from './figures.ts';
