/** Pixels of the picture that a link shows in a chat. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

/**
 * Address of the picture for links to a book, or to the shop without one; the query string changes with the picture,
 * for programs that cache pictures for good.
 */
export function sharePicturePath(
  book: { readonly id: string; readonly updated_at: string } | null,
  changedAt = '',
): string {
  return `/images/share/${book?.id ?? 'shop'}.jpg?v=${(book?.updated_at ?? changedAt).replaceAll(/\D/g, '')}`;
}
