import {
  type Setup,
  type SetupCheckName,
  setupFinding,
  type SetupFinding,
  type SetupRow,
} from '@cuentos/contract/setup';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Caller } from '../../platform/http/access.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Ports } from '../../ports/ports.ts';
import { recordAudit } from '../audit/service.ts';
import { listAdmins } from '../auth/service.ts';
import type { BookService } from '../books/service.ts';
import type { PaymentService } from '../payments/service.ts';
import type { PocketService } from '../pocket/service.ts';
import type { ShopService } from '../shop/service.ts';
import { alertsCheck } from './checks/alerts-check.ts';
import { givenUpCheck, recordsCheck, sendingCheck } from './checks/mail-checks.ts';
import { addressCheck, noticeCheck } from './checks/outside-checks.ts';
import {
  backupsCheck,
  bookCheck,
  captchaCheck,
  paymentsCheck,
  sellerCheck,
  storageCheck,
  taxDocumentsCheck,
} from './checks/shop-checks.ts';
import { advised, type Check, type CheckContext, missing } from './context.ts';
import * as repository from './repository.ts';
import { checkTexts, findingTexts as t } from './texts.ts';

/** Every check, in the order in which they are shown. */
const checks: readonly Check[] = [
  sellerCheck,
  addressCheck,
  sendingCheck,
  recordsCheck,
  givenUpCheck,
  paymentsCheck,
  noticeCheck,
  taxDocumentsCheck,
  storageCheck,
  captchaCheck,
  backupsCheck,
  bookCheck,
  alertsCheck,
];

export type SetupService = ReturnType<typeof createSetupService>;

export interface SetupDeps {
  readonly config: Config;
  readonly ports: Ports;
  readonly shop: ShopService;
  readonly payments: PaymentService;
  readonly pocket: PocketService;
  readonly books: BookService;
}

/** Checks of the setup before the first sale. */
export function createSetupService(deps: SetupDeps) {
  const { config, ports, shop } = deps;
  const { db, clock } = ports;
  const make = async (check: Check, recipient: string | null): Promise<StoredFinding> => {
    const finding = await runWithin(check, { ...deps, recipient });
    return { finding: withoutSecrets(finding, config), checkedAt: clock.now() };
  };
  const keep = async ({ name }: Check, { finding, checkedAt }: StoredFinding, actor: Caller | null): Promise<void> =>
    db.withTx(async (tx) => {
      const row = { check_name: name, finding: JSON.stringify(finding), checked_at: checkedAt };
      await repository.saveResult(tx, row);
      if (!actor) return;
      const entry = { actorId: actor.userId, action: 'setup.checked', subject: name } as const;
      await recordAudit(tx, { ...entry, detail: { state: finding.state } }, checkedAt);
    });
  return {
    /** Every row with its last result; cheap checks are repeated. */
    async overview(): Promise<Setup> {
      const [findings, noticeAt] = await Promise.all([keptFindings(db), deps.payments.lastNoticeAt()]);
      // Keeps a newer result: this one would contradict it.
      if ((findings.get('notices')?.checkedAt ?? 0) < (noticeAt ?? 0)) findings.delete('notices');
      const rows = checks.map(async (check) =>
        present(check, check.isInside ? await make(check, null) : (findings.get(check.name) ?? null)),
      );
      const sales = !shop.seller.sales_open ? 'closed' : config.sandbox ? 'trial' : 'open';
      return { sales, rows: await Promise.all(rows) };
    },
    /** Runs one check for an admin, who gets the test mail, and stores the result. */
    async check(actor: Caller, name: SetupCheckName): Promise<SetupRow> {
      const check = checks.find((candidate) => candidate.name === name);
      if (!check) throw new Error(`no check is called ${name}`);
      const admin = (await listAdmins(db.read)).find(({ id }) => id === actor.userId);
      const result = await make(check, admin?.email ?? null);
      await keep(check, result, actor);
      return present(check, result);
    },
    /** Makes every check side by side and keeps what they found; the trial mail goes to the oldest admin. */
    async checkAll(): Promise<SetupRow[]> {
      const [oldest] = await listAdmins(db.read);
      const run = async (check: Check): Promise<SetupRow> => {
        const result = await make(check, oldest?.email ?? null);
        // Does not store a check without a recipient, so that it runs again next time.
        if (oldest || !check.needsRecipient) await keep(check, result, null);
        return present(check, result);
      };
      return Promise.all(checks.map(run));
    },
  };
}

interface StoredFinding {
  readonly finding: SetupFinding;
  /** Epoch milliseconds. */
  readonly checkedAt: number;
}

/** Kept findings by check; those of another version that read otherwise count as never made. */
async function keptFindings(db: Db): Promise<Map<string, StoredFinding>> {
  const rows = await repository.listResults(db);
  return new Map(
    rows.flatMap(({ check_name, finding, checked_at }) => {
      const { success, data } = setupFinding.safeParse(JSON.parse(finding));
      return success ? [[check_name, { finding: data, checkedAt: checked_at }] as const] : [];
    }),
  );
}

function present({ name }: Check, finding: StoredFinding | null): SetupRow {
  const untested: SetupFinding = { state: 'untested', found: t.untested, next: null, records: [], action: null };
  return {
    name,
    ...checkTexts[name],
    ...(finding?.finding ?? untested),
    checked_at: toIso(finding?.checkedAt ?? null),
  };
}

/** Turns a check that hangs or throws into a finding of its row. */
async function runWithin(check: Check, context: Omit<CheckContext, 'signal'>): Promise<SetupFinding> {
  const judge = check.isNeeded ? missing : advised;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SetupFinding>((resolve) => {
    timer = setTimeout(() => {
      resolve(judge(t.late, t.lateNext));
      ending.abort();
    }, check.limitMs);
  });
  const work = check
    .run({ ...context, signal: ending.signal })
    .catch((): SetupFinding => judge(t.broken, t.brokenNext));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const SECRET_SETTINGS = [
  'AUTH_SECRET',
  'AUTH_SECRET_PREVIOUS',
  'DATABASE_URL',
  'MP_ACCESS_TOKEN',
  'MP_WEBHOOK_SECRET',
  'CAPTCHA_SECRET',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const satisfies readonly (keyof Config)[];
/** Shorter values would remove ordinary words. */
const SHORTEST_SECRET = 4;

/** Servers outside may repeat in their answers what they were sent. */
function withoutSecrets(finding: SetupFinding, config: Config): SetupFinding {
  const values = SECRET_SETTINGS.flatMap((name) => [config[name] ?? '', ...credentialsIn(config[name])]);
  const secrets = values.filter(({ length }) => length >= SHORTEST_SECRET);
  const clean = (text: string): string => secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
  return { ...finding, found: clean(finding.found), next: finding.next === null ? null : clean(finding.next) };
}

/** Returns the password in an address, as it is written and as it is sent. */
function credentialsIn(value: string | undefined): string[] {
  if (value === undefined || !URL.canParse(value)) return [];
  const { username, password } = new URL(value);
  const credentials = Buffer.from(`\u0000${decodeURIComponent(username)}\u0000${decodeURIComponent(password)}`);
  return [password, decodeURIComponent(password), credentials.toString('base64')].filter((text) => text !== '');
}
