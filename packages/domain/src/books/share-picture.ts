/** Pixels of the picture that a link shows in a chat. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

/**
 * Address of the picture that a link to a book shows, or to the shop without one; what follows the question mark makes
 * programs that keep pictures for good ask again after a change.
 */
export function sharePicturePath(
  book: { readonly id: string; readonly updated_at: string } | null,
  changedAt = '',
): string {
  return `/images/share/${book?.id ?? 'shop'}.jpg?v=${(book?.updated_at ?? changedAt).replaceAll(/\D/g, '')}`;
}
