import { deleteBookmark, listBookmarks, saveBookmark } from '@cuentos/contract/bookmarks';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { BookmarkService } from './service.ts';

/** 'Bookmarks': the caller's own. */
export function registerBookmarkRoutes(app: TypedApp, bookmarks: BookmarkService): void {
  // `id` is the part's id: the router allows only one parameter name at this position.
  serve(app, listBookmarks, async (request) => bookmarks.list(callerOf(request).userId, request.params.id));
  serve(app, saveBookmark, async (request) => {
    const { book_part_id: partId, edition_id: editionId, created_at: createdAt, restores, ...words } = request.body;
    return bookmarks.save(callerOf(request).userId, {
      ...words,
      id: request.params.id,
      partId,
      editionId: editionId ?? null,
      restores: restores ?? null,
      createdAt: createdAt === undefined ? null : Date.parse(createdAt),
    });
  });
  serve(app, deleteBookmark, async (request) => bookmarks.remove(callerOf(request).userId, request.params.id));
}
