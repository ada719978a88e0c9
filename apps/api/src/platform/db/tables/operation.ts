import type { BackupPhase } from '@cuentos/contract/backups';
import type { AlertName } from '../../monitoring.ts';
import { index, integer, table, text, type RowOf } from '../declare-table.ts';

export const audit_log = table({
  owner: 'modules/audit',
  columns: {
    id: text(),
    at: integer(),
    actor_id: text().orNull(),
    action: text(),
    subject: text(),
    detail: text(),
  },
  key: ['id'],
  indexes: {
    audit_log_at: index('at'),
    audit_log_at_id: index('at', 'id'),
  },
});

export const rate_counters = table({
  owner: 'platform/db',
  columns: {
    key: text(),
    window_start: integer(),
    count: integer(),
  },
  key: ['key'],
  indexes: {
    rate_counters_window: index('window_start'),
  },
});

export const leases = table({
  owner: 'platform/db',
  columns: {
    name: text(),
    holder: text(),
    expires_at: integer(),
  },
  key: ['name'],
  isMomentary: true,
});

/** Processes at work; `beat` goes up while they live. */
export const processes = table({
  owner: 'platform/db',
  columns: {
    id: text(),
    beat: integer(),
  },
  key: ['id'],
  isMomentary: true,
});

/** Last result of each check of the setup, as JSON. It concerns this machine, so that no backup holds it. */
export const setup_results = table({
  owner: 'modules/setup',
  columns: {
    check_name: text(),
    finding: text(),
    checked_at: integer(),
  },
  key: ['check_name'],
  isMomentary: true,
});

/** Backups that were made or put back, for good or into a trial shop. */
export const maintenance_runs = table({
  owner: 'modules/backups',
  columns: {
    id: text(),
    kind: text<'backup' | 'restore' | 'trial'>(),
    outcome: text<'good' | 'bad'>(),
    at: integer(),
  },
  key: ['id'],
  indexes: {
    maintenance_runs_kind: index('kind', 'at'),
  },
  isMomentary: true,
});

/** Backup runs: requested, running, or ended. */
export const backup_runs = table({
  owner: 'modules/backups',
  columns: {
    /** Id of the run; a successful run's backup has the same id. */
    id: text(),
    /** Day in Santiago, `yyyy-MM-dd`, of an automatic backup; null for a requested one. */
    day: text().orNull(),
    state: text<'asked' | 'running' | 'good' | 'bad'>(),
    asked_at: integer(),
    /** When its process said last that it is at work. */
    beat_at: integer(),
    ended_at: integer().orNull(),
    phase: text<BackupPhase>(),
    done: integer(),
    total: integer(),
    /** Why it failed, or what an admin should know of a good one, as a sentence. */
    failure: text().orNull(),
  },
  key: ['id'],
  indexes: {
    backup_runs_asked: index('asked_at'),
    backup_runs_day: index('day'),
  },
  isMomentary: true,
});
export type BackupRunRow = RowOf<typeof backup_runs>;

/** Backups that are kept, as they were seen last. They lie elsewhere; this is what is known of them. */
export const kept_backups = table({
  owner: 'modules/backups',
  columns: {
    id: text(),
    made_at: integer(),
    /** Stored bytes that the backup needs, and those that it added. */
    size: integer(),
    added: integer(),
    rows: integer(),
    files: integer(),
    checked_files: integer(),
    missing_files: integer(),
  },
  key: ['id'],
  isMomentary: true,
});
export type KeptBackupRow = RowOf<typeof kept_backups>;

/** The single row of facts about this shop's backups. */
export const backup_facts = table({
  owner: 'modules/backups',
  columns: {
    id: text<'shop'>(),
    /** Time since which backups are made automatically; no backup is overdue before. */
    since: integer(),
    /** Fingerprint of the key that an admin keeps elsewhere, and since when; null while nobody said so. */
    kept_key: text().orNull(),
    kept_at: integer().orNull(),
    /** JSON list of the keys that closed backups, each with its last one, the newest first. */
    used_keys: text().withDefault('[]').since(2),
  },
  key: ['id'],
  isMomentary: true,
});
export type BackupFactsRow = RowOf<typeof backup_facts>;

/** Last success and last failure of each job, in whatever process. */
export const job_runs = table({
  owner: 'platform/jobs',
  columns: {
    job: text(),
    succeeded_at: integer().orNull(),
    failed_at: integer().orNull(),
  },
  key: ['job'],
  isMomentary: true,
});
export type JobRunRow = RowOf<typeof job_runs>;

/** States of which the admins are told. A row stays for a while after its state has ended. */
export const alerts = table({
  owner: 'modules/monitoring',
  columns: {
    name: text<AlertName>(),
    since: integer(),
    /** JSON of `AlertFacts` of the module. */
    facts: text(),
    /** When the admins were mailed; null while the state may yet end by itself. */
    told_at: integer().orNull(),
    /** When it ended; null while it lasts. */
    ended_at: integer().orNull(),
  },
  key: ['name'],
  isMomentary: true,
});
export type AlertRow = RowOf<typeof alerts>;

/** Builds of the web app whose files lie in the storage, for pages that a process with another build sent. */
export const shared_builds = table({
  owner: 'platform/ssr',
  columns: {
    /** Digest of the names. */
    id: text(),
    /** JSON list of the names of its files. */
    names: text(),
    /** When a process last began with it. */
    used_at: integer(),
  },
  key: ['id'],
  isMomentary: true,
});
export type SharedBuildRow = RowOf<typeof shared_builds>;
