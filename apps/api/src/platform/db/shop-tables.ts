import type { Selectable } from 'kysely';

/** A part of what the author writes of the shop. */
interface ShopSectionTable {
  section: string;
  /** JSON, what everyone sees. */
  published: string;
  /** JSON, what is being written; may be unfinished. */
  draft: string | null;
  /** One more with each change, of the draft too. */
  revision: number;
  published_at: number;
  updated_at: number;
  updated_by: string | null;
}
export type ShopSectionRow = Selectable<ShopSectionTable>;

/** What the author writes of the shop, and the legal documents that come of it. */
export interface ShopTables {
  shop_sections: ShopSectionTable;
  /** `content` is JSON, as it was published. */
  legal_documents: { kind: string; version: number; content: string; published_at: number };
  /** The newest version that a reader was told of. */
  legal_notices: { user_id: string; kind: string; version: number; told_at: number };
}
