import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tableNames } from '../../../platform/db/dump.ts';
import type { TestApp } from '../../../testing/build-test-app.ts';

/** Everything that the shop holds, by where it stands. */
export async function everything(of: TestApp): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  for (const table of tableNames) {
    const rows = await of.ports.db.read.selectFrom(table).selectAll().execute();
    held.set(`table ${table}`, JSON.stringify(rows));
  }
  for (const entry of await readdir(of.config.dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) held.set(`file ${path.slice(of.config.dataDir.length)}`, await readFile(path, 'latin1'));
  }
  return held;
}

/** Where any of some words stands. */
export function found(held: ReadonlyMap<string, string>, words: readonly string[]): string[] {
  // Mails are kept in quoted-printable, tables in Unicode, files of the database as bytes of UTF-8.
  const forms = words.flatMap((word) => {
    const bytes = Buffer.from(word, 'utf8').toString('latin1');
    const quoted = bytes.replaceAll(/[^ -~]/g, (c) => `=${c.codePointAt(0)?.toString(16).toUpperCase()}`);
    return [word, bytes, quoted].map((form) => ({ word, form: form.toLowerCase() }));
  });
  return [...held].flatMap(([where, text]) => {
    const low = text.toLowerCase();
    return [...new Set(forms.filter(({ form }) => low.includes(form)).map(({ word }) => `${where}: ${word}`))];
  });
}
