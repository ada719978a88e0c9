import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tables } from './schema.ts';

const sources = fileURLToPath(new URL('../../', import.meta.url));

interface Write {
  readonly file: string;
  /** Name of the table; empty when the source does not name it. */
  readonly table: string;
}

/** Lists the writes of production code, by Kysely's builders and as raw SQL. */
function writes(): Write[] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)testing\//.test(file));
  return files.flatMap((file) => {
    const source = readFileSync(`${sources}${file}`, 'utf8');
    const built = source.matchAll(
      /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:'(\w+)[^']*')?/g,
    );
    const written = source.matchAll(/sql(?:<[^`]*>)?`\s*(?:insert\s+into|update|delete\s+from)\s+(\w*)/gi);
    return [...built, ...written].map(([, table = '']) => ({ file, table }));
  });
}

describe('tables', () => {
  it('are written by one owner each', () => {
    const all = writes();
    expect(all.length).toBeGreaterThan(60);
    const ownerOf = new Map<string, string>([
      ...Object.entries(tables).map(([name, { owner }]) => [name, owner] as const),
      // The ledger of migrations is not a declared table.
      ['schema_migrations', 'platform/db'],
    ]);
    const foreign = all.filter(({ file, table }) => {
      // Only platform/db writes to tables given as parameters: to restore a dump, and for the owner of a table.
      if (table === '') return !file.startsWith('platform/db/');
      return !file.startsWith(`${ownerOf.get(table) ?? 'nobody'}/`);
    });
    expect(foreign).toEqual([]);
  });
});
