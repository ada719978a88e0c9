import { readFileSync } from 'node:fs';

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

let manifest: Manifest | null = null;

/** The browser build's list of files; there is none while developing. */
function readManifest(): Manifest {
  if (!import.meta.env.PROD) return {};
  manifest ??= JSON.parse(readFileSync(new URL('../client/.vite/manifest.json', import.meta.url), 'utf8')) as Manifest;
  return manifest;
}

function collect(chunks: Manifest, name: string, found: Set<string>): void {
  const chunk = chunks[name];
  if (!chunk || chunk.isEntry || found.has(chunk.file)) return;
  found.add(chunk.file);
  for (const file of chunk.css ?? []) found.add(file);
  for (const next of chunk.imports ?? []) collect(chunks, next, found);
}

/** Links that fetch a screen's script together with the entry instead of after it. */
export function screenPreloads(module: string | undefined): string {
  if (!module) return '';
  const files = new Set<string>();
  collect(readManifest(), module, files);
  return [...files]
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" href="/${file}">`
        : `<link rel="modulepreload" href="/${file}" crossorigin fetchpriority="low">`,
    )
    .join('');
}
