// Runs on any Node from 20 on and before anything is installed: built-ins only, no TypeScript.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Hash of files and folders by path and content. File times say nothing after a clone, so they are not used.
 * @param {readonly string[]} paths relative to the root
 * @param {readonly string[]} extra texts that count too
 */
export function hashOf(paths, extra = []) {
  const hash = createHash('sha256');
  for (const text of extra) hash.update(text).update('\0');
  for (const path of paths) addPath(hash, join(root, path));
  return hash.digest('hex');
}

const ignored = new Set(['node_modules', 'dist', '.cache']);

function addPath(hash, path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    if (existsSync(path)) hash.update(relative(root, path)).update('\0').update(readFileSync(path));
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!ignored.has(entry.name)) addPath(hash, join(path, entry.name));
  }
}

/** Whether a stamp file holds this value. */
export function stampMatches(file, value) {
  return existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8') === value;
}

/** Writes a stamp after its work has succeeded. */
export function writeStamp(file, value) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), value);
}
