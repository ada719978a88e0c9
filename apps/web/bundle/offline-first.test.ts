import { expect, it } from 'vitest';
import type { Manifest } from './first-load.ts';
import { offlineFirstFiles } from './offline-first.ts';

/** Returns a build manifest in which each source has a file of its own and the given imports. */
const buildOf = (imports: Readonly<Record<string, readonly string[]>>): Manifest =>
  new Proxy<Record<string, { file: string; imports: readonly string[] }>>(
    {},
    { get: (_, name) => ({ file: `assets/${String(name)}.js`, imports: imports[String(name)] ?? [] }) },
  );

it('stores the reader, the library and their imports, and not the screens to which they only link', () => {
  const files = offlineFirstFiles(buildOf({ 'reader.html': ['_engine.js'], '_engine.js': ['_react.js'] }));
  for (const name of ['reader.html', 'shell.html', 'assets/_react.js.js']) expect(files).toContain(name);
  expect(files).toContain('assets/src/features/library/library-screen.tsx.js');
  expect(files).not.toContain('assets/src/features/users/settings-screen.tsx.js');
});

it('reports a named screen that is missing in the build', () => {
  expect(() => offlineFirstFiles({})).toThrow('reader.html is not in the build');
});
