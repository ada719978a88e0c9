/** So many at once: most of the line, and of the connections to the server, stays free for what somebody does here. */
const AT_ONCE = 3;

/**
 * Brings the scripts of where somebody will go on from here into the browser's cache, while a form is filled in and a
 * mail is waited for; the server names them. Whoever asks the browser to save data gets them when they are needed.
 */
export function fetchAhead(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name=scripts-ahead]')?.content.split(' ') ?? [];
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (files.length === 0 || connection?.saveData) return;
  const fetchRest = async (): Promise<void> => {
    for (let file = files.shift(); file; file = files.shift()) {
      const answer = await fetch(file, { priority: 'low' });
      // Kept as soon as it has come whole.
      await answer.blob();
    }
  };
  const start = () => {
    // A line that breaks ends it: what did not come is asked for by whoever needs it.
    for (let count = 0; count < AT_ONCE; count += 1) void fetchRest().catch(() => {});
  };
  // What the page shows comes first.
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
