import type { PendingAttribute } from './sanitise-document.ts';

const PLAYERS = 'audio,video';

/**
 * Brings sound and film when their place comes on screen: most readers pass by, and the files are large.
 * @param bring gives an element its address
 * @param onSized told when one that has come may have changed its size
 * @returns ends it
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
      // A player that found no source does not look again until `load` is called.
      void Promise.all((files.get(target) ?? []).map(bring)).then(() => (target as HTMLMediaElement).load());
    }
  });
  for (const player of files.keys()) observer.observe(player);
  return () => observer.disconnect();
}
