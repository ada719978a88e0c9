import { integer, table, text, type RowOf } from '../declare-table.ts';

/** A part of what the author writes of the shop. */
export const shop_sections = table({
  owner: 'modules/shop',
  columns: {
    section: text(),
    /** The published values, JSON. */
    published: text(),
    /** The draft, JSON; may be incomplete. */
    draft: text().orNull(),
    /** Number of the state; grows with each change, of the draft too. */
    revision: integer(),
    published_at: integer(),
    updated_at: integer(),
    updated_by: text().orNull(),
  },
  key: ['section'],
});
export type ShopSectionRow = RowOf<typeof shop_sections>;

/** `content` is JSON, as it was published. */
export const legal_documents = table({
  owner: 'modules/shop',
  columns: {
    kind: text(),
    version: integer(),
    content: text(),
    published_at: integer(),
  },
  key: ['kind', 'version'],
});

/** The newest version of a document that a reader was told of. */
export const legal_notices = table({
  owner: 'modules/shop',
  columns: {
    user_id: text(),
    kind: text(),
    version: integer(),
    told_at: integer(),
  },
  key: ['user_id', 'kind'],
});
