import { firstFaces, laterTools, type Manifest, readingScreens, sectionFits } from './first-load.ts';

/** Modules needed to go on reading without a connection: the reader, what it shows over its pages, and the library. */
const sources = [
  'reader.html',
  ...readingScreens,
  ...sectionFits,
  ...laterTools,
  'src/features/reading/screen/overlays.tsx',
  'src/features/reading/end/owned-end.tsx',
  'src/features/dictionaries/dictionary-entries.tsx',
  'src/features/reading/start-device.ts',
  'src/features/reading/opening/device-copy.ts',
  'src/features/site/analytics/report-page-views.ts',
  'shell.html',
  'src/app/private-layout.tsx',
  'src/features/site/legal-notice.tsx',
  'src/features/pocket/pocket.ts',
  'src/features/library/library-screen.tsx',
  'src/features/library/library-book-screen.tsx',
];

/**
 * Files that the service worker installs first on a new device; it fetches the others afterwards. The documents are named
 * as the build names them.
 * @throws when the build has none of a name: a screen has moved, and this list has to follow.
 */
export function offlineFirstFiles(manifest: Manifest): ReadonlySet<string> {
  const files = new Set<string>(['shell.html', 'reader.html']);
  const visitedChunks = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the build: bundle/offline-first.ts names it`);
    if (visitedChunks.has(name)) return;
    visitedChunks.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of sources) visit(name);
  for (const [name, { file }] of Object.entries(manifest)) if (firstFaces.test(name)) files.add(file);
  return files;
}
