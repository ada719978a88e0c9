const loading = new Map<string, Promise<void>>();

/** Loads a foreign script once; rejects when it fails to load, and may then be tried again. */
export function loadScript(src: string): Promise<void> {
  const existingScript = loading.get(src);
  if (existingScript) return existingScript;
  const arriving = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading.delete(src);
      script.remove();
      reject(new Error(`${src} did not arrive`));
    });
    document.head.append(script);
  });
  loading.set(src, arriving);
  return arriving;
}
