import { useEffect, useRef } from 'react';
import { ask } from '../../../ui/overlays/confirm.ts';
import { ebookTexts as t } from './texts.ts';

const leaving = { title: t.leaveTitle, message: t.leaveText, confirm: t.leave, cancel: t.stay };

/**
 * Asks before a dialog with files being sent is closed. The question is withdrawn when the files have arrived, because
 * it would say that they are still under way.
 * @returns closes the dialog
 */
export function useLeaveUpload(busy: boolean, onClose: () => void): () => Promise<void> {
  const arrival = useRef<AbortController>(null);
  useEffect(() => {
    if (!busy) arrival.current?.abort();
  }, [busy]);
  return async () => {
    arrival.current = new AbortController();
    if (!busy || (await ask(leaving, arrival.current.signal))) onClose();
  };
}
