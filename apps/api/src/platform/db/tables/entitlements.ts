import { index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

export const entitlements = table({
  owner: 'modules/entitlements',
  columns: {
    id: text(),
    user_id: text(),
    part_id: text(),
    /** Unique among rows that are not revoked, per user and part. */
    kind: text<'ownership' | 'early_access'>(),
    source: text<'purchase' | 'free' | 'grant' | 'gift' | 'early_access'>(),
    order_id: text().orNull(),
    granted_by: text().orNull(),
    granted_at: integer(),
    expires_at: integer().orNull(),
    revoked_at: integer().orNull(),
    revoke_reason: text().orNull(),
  },
  key: ['id'],
  indexes: {
    entitlements_early: index('kind', 'granted_at', 'id').where("kind = 'early_access' and revoked_at is null"),
    entitlements_owned: index('granted_at', 'id').where("kind = 'ownership'"),
    // Narrow, so that a million rows are counted soon.
    entitlements_counted: index('granted_at').where("kind = 'ownership'"),
    entitlements_live: unique('user_id', 'part_id', 'kind').where('revoked_at is null'),
    entitlements_order: index('order_id'),
    entitlements_part: index('part_id'),
    entitlements_user: index('user_id', 'granted_at'),
  },
});
export type EntitlementRow = RowOf<typeof entitlements>;

/** A gift of the shop to an account with an unproved address: it becomes an entitlement when the address is proved. */
export const waiting_grants = table({
  owner: 'modules/entitlements',
  columns: {
    user_id: text(),
    part_id: text(),
    source: text<'grant' | 'early_access'>(),
    granted_by: text().orNull(),
    expires_at: integer().orNull(),
    created_at: integer(),
  },
  key: ['user_id', 'part_id', 'source'],
});
export type WaitingGrantRow = RowOf<typeof waiting_grants>;

/** When a part first went out to an owner. */
export const deliveries = table({
  owner: 'modules/entitlements',
  columns: {
    user_id: text(),
    part_id: text(),
    first_at: integer(),
  },
  key: ['user_id', 'part_id'],
  indexes: {
    deliveries_first: index('first_at'),
  },
});

/** When it first went out to a reader who did not own it then. */
export const early_readings = table({
  owner: 'modules/entitlements',
  columns: {
    user_id: text(),
    part_id: text(),
    first_at: integer(),
  },
  key: ['user_id', 'part_id'],
});
