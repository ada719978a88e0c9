import { index, integer, table, text, unique } from '../declare-table.ts';

export const sandbox_preferences = table({
  owner: 'adapters/mercadopago-sandbox',
  columns: {
    id: text(),
    merchant_order_id: text(),
    body: text(),
    created_at: integer(),
  },
  key: ['id'],
  indexes: {
    sandbox_preferences_order: unique('merchant_order_id'),
  },
});

export const sandbox_payments = table({
  owner: 'adapters/mercadopago-sandbox',
  columns: {
    id: text(),
    preference_id: text().orNull(),
    external_reference: text().orNull(),
    body: text(),
    created_at: integer(),
  },
  key: ['id'],
  indexes: {
    sandbox_payments_preference: index('preference_id'),
    sandbox_payments_reference: index('external_reference'),
  },
});

export const sandbox_refunds = table({
  owner: 'adapters/mercadopago-sandbox',
  columns: {
    idempotency_key: text(),
    payment_id: text(),
    body: text(),
    created_at: integer(),
  },
  key: ['idempotency_key'],
});

export const sandbox_settings = table({
  owner: 'adapters/mercadopago-sandbox',
  columns: {
    name: text(),
    value: text(),
  },
  key: ['name'],
});
