import type { AdminBook } from '@cuentos/contract/books';
import { useQueryClient } from '@tanstack/react-query';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { offerUndo } from '../../admin/offer-undo.ts';
import { cacheBook, draftForm, reloadShelf, saveBook } from './api.ts';
import { bookTexts as t } from './texts.ts';

/** 'Activar' and 'Desactivar': sends the opposite `is_draft`. */
export function useBookToggle() {
  const client = useQueryClient();
  const { sending, send } = useAdminMutation({
    call: (book: AdminBook) => saveBook(book.id, draftForm(!book.is_draft)),
    onDone: (saved, before) => {
      cacheBook(client, saved);
      offerUndo(saved.is_draft ? t.drafted : t.ready, {
        undo: () => saveBook(before.id, draftForm(before.is_draft)),
        onEnd: () => reloadShelf(client),
      });
    },
    texts: { byCode: { book_not_found: t.gone }, failed: t.saveFailed },
  });
  return { toggling: sending?.id ?? null, toggle: send };
}
