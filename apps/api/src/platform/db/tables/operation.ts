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
  owner: 'modules/setup',
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
