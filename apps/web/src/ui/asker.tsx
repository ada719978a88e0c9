import { useSyncExternalStore } from 'react';
import { askStore } from './ask-store.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Shows what `ask` asks. */
export function Asker() {
  const asked = useSyncExternalStore(askStore.subscribe, askStore.current, () => null);
  if (!asked) return null;
  const { answer, ...words } = asked;
  return <ConfirmDialog open {...words} onConfirm={() => answer(true)} onCancel={() => answer(false)} />;
}
