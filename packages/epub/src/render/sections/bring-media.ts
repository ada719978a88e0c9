import type { PendingAttribute } from './sanitise-document.ts';

const PLAYERS = 'audio,video';

/**
 * Loads sound and film when their place becomes visible, because the files are large and most readers skip them.
 * @param bring gives an element its address
 * @param onSized called when a loaded file may have changed its element's size
 * @returns function that stops watching
 */
export function bringWhenSeen(
  pendingAttributes: readonly PendingAttribute[],
  bring: (file: PendingAttribute) => Promise<unknown>,
  onSized: () => void,
): () => void {
  const files = new Map<Element, PendingAttribute[]>();
  for (const file of pendingAttributes) {
    const player = file.element.closest(PLAYERS) as Element;
    files.set(player, [...(files.get(player) ?? []), file]);
  }
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      target.addEventListener('loadedmetadata', onSized, { once: true });
      // Calls `load`, because a player that found no source does not look again by itself.
      void Promise.all((files.get(target) ?? []).map(bring)).then(() => (target as HTMLMediaElement).load());
    }
  });
  for (const player of files.keys()) observer.observe(player);
  return () => observer.disconnect();
}
