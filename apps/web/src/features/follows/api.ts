import { followBook, listFollows, type OwnFollow, unfollowBook } from '@cuentos/contract/follows';
import { request } from '../../lib/api/api-client.ts';

/** GET /api/follows. */
export function fetchFollows(): Promise<readonly OwnFollow[]> {
  return request(listFollows, { handles: 'all', quiet: true });
}

/** PUT /api/follows/{book_id}. */
export async function follow(bookId: string): Promise<'confirmed' | 'pending'> {
  return (await request(followBook, { params: { book_id: bookId }, handles: 'all' })).state;
}

/** DELETE /api/follows/{book_id}. */
export async function unfollow(bookId: string): Promise<null> {
  await request(unfollowBook, { params: { book_id: bookId }, handles: 'all' });
  return null;
}
