import { index, integer, table, text } from '../declare-table.ts';

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
