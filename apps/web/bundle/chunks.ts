/**
 * How the browser's script is cut where the bundler's own cut does not do: each name says why. A group takes with it
 * what its modules import.
 */
export const chunkGroups = [
  // Changes less often than we do.
  ['vendor', /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/],
  // Two documents must not reach it: bundle/first-load.ts looks for its name.
  ['router', /node_modules\/react-router\//],
  // The little that a public page runs before its first paint needs this, and nothing of what stands below.
  ['preload', /vite\/preload-helper/],
  // A dozen small files each, which every page, or the reader, would ask for one by one: they pack better (3 kB).
  [
    'frame',
    /src\/(app\/(app-frame|browser-start|document-navigation)|ui\/navigation|features\/site\/analytics\/visit-tracking)[.]/,
  ],
  ['calls', /src\/lib\/api\/(api-client|refresh-session)[.]/],
  [
    'reading',
    /src\/features\/reading\/(texts|opening\/open-book|themes\/(themes|font-faces)|position\/position-(?!quote)\w+|screen\/(use-reading-screen|overlays-code))[.]/,
  ],
].map(([name, test], index, { length }) => ({
  name: name as string,
  test: test as RegExp,
  priority: length - index,
}));
