import type { Manifest } from './first-load.ts';

/** Entry modules of the working areas. */
const areas = new Set(['src/app/area-screens.tsx']);

/**
 * Files that only the working areas load. No reader's device keeps them for offline use: the areas need the network,
 * and their forms and charts weigh more than the rest of the app.
 */
export function areaOnlyFiles(manifest: Manifest): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name) || areas.has(name)) return;
    reached.add(name);
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  visit('shell.html');
  visit('reader.html');
  visit('public.html');
  const files = (names: readonly string[]) =>
    names.flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]);
  const reachedFiles = new Set(files([...reached]));
  return new Set(
    files(Object.keys(manifest)).filter((file) => file !== '' && /\.(js|css)$/.test(file) && !reachedFiles.has(file)),
  );
}
