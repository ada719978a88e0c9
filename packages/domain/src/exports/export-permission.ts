/** How readers may take a part out of the shop: not at all, as one page, or as an EPUB too. */
export const exportPermissions = ['not-at-all', 'page', 'epub'] as const;
export type ExportPermission = (typeof exportPermissions)[number];

/** Formats in which a part can be exported. */
export const exportKinds = ['page', 'epub'] as const;
export type ExportKind = (typeof exportKinds)[number];

/**
 * Returns the permission of a book: its own, else that of the shop.
 * @param ofBook null where the author left it to the shop
 */
export function permissionOf(ofBook: ExportPermission | null, ofShop: ExportPermission): ExportPermission {
  return ofBook ?? ofShop;
}

/** Kinds that a permission allows, in the order in which they are offered. */
export function allowedKinds(permission: ExportPermission): readonly ExportKind[] {
  if (permission === 'not-at-all') return [];
  return permission === 'page' ? ['page'] : exportKinds;
}
