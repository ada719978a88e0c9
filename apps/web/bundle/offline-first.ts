import { laterTools, type Manifest, readingScreens, sectionFits } from './first-load.ts';

/**
 * What a reader needs who loses the connection with a book open, or comes back to it without one: the reader with what
 * it shows over its pages, and the library that every way out of it leads to.
 */
const screens = [
  'reader.html',
  ...readingScreens,
  ...sectionFits,
  ...laterTools,
  'src/features/reading/screen/overlays.tsx',
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

/** Faces that their first paint shows. */
const faces = /(^|[/])fonts[/](literata|instrument-sans)[.]woff2$/;

/**
 * Files with which the service worker goes to work on a device where it was never before; it fetches the others then.
 * The documents are named as the build names them.
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
  for (const name of screens) visit(name);
  for (const [name, { file }] of Object.entries(manifest)) if (faces.test(name)) files.add(file);
  return files;
}
