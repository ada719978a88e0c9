import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { tableNames } from '../../../platform/db/schema.ts';
import type { TestApp } from '../../../testing/build-test-app.ts';

/** Program that prints every file of a folder, bytes as Latin-1, by its path. */
const READ_FILES = `
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const folder = process.argv[1];
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const paths = files.map((entry) => join(entry.parentPath, entry.name));
console.log(JSON.stringify(paths.map((path) => [path.slice(folder.length), readFileSync(path, 'latin1')])));
`;

/**
 * All stored data by table or file. Another process reads the files: closing a file of SQLite drops the locks of the
 * process's own connections, and the last connection to close would then delete the log under the others.
 */
export async function everything(of: TestApp): Promise<Map<string, string>> {
  const rowsByTable = new Map<string, string>();
  for (const table of tableNames) {
    const rows = await of.ports.db.read.selectFrom(table).selectAll().execute();
    rowsByTable.set(`table ${table}`, JSON.stringify(rows));
  }
  const read = promisify(execFile)(process.execPath, ['-e', READ_FILES, of.config.dataDir], { maxBuffer: 2 ** 30 });
  for (const [path, text] of JSON.parse((await read).stdout) as [string, string][])
    rowsByTable.set(`file ${path}`, text);
  return rowsByTable;
}

/** Returns the tables and files in which any of the words occurs. */
export function found(held: ReadonlyMap<string, string>, words: readonly string[]): string[] {
  // Mails are stored in quoted-printable, tables as Unicode text, database files as bytes of UTF-8.
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
