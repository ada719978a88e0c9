import type { AdminPart } from '@cuentos/contract/parts';
import { useQueryClient } from '@tanstack/react-query';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { offerUndo } from '../../admin/offer-undo.ts';
import { cachePart, draftForm, reloadShelf, savePart } from './api.ts';
import { partTexts as t } from './texts.ts';

/**
 * 'Activar' and 'Desactivar': sends the opposite `is_draft`.
 * @param onToggled called once the shop has it
 */
export function useDraftToggle(onToggled?: () => void) {
  const client = useQueryClient();
  const { sending, send } = useAdminMutation({
    call: (part: AdminPart) => savePart({ partId: part.id }, draftForm(!part.is_draft)),
    onDone: (saved, before) => {
      cachePart(client, saved);
      onToggled?.();
      const isWithoutEbook = !saved.is_draft && !saved.ebook;
      offerUndo(saved.is_draft ? t.drafted : isWithoutEbook ? t.readyWithoutEbook : t.ready, {
        type: isWithoutEbook ? 'info' : 'success',
        undo: () => savePart({ partId: before.id }, draftForm(before.is_draft)),
        onEnd: () => reloadShelf(client),
      });
    },
    texts: { byCode: { part_not_found: t.gone }, failed: t.saveFailed },
  });
  return { toggling: sending?.id ?? null, toggle: (part: AdminPart) => send(part) };
}
