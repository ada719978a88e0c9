import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What installs, builds and runs leave beside the sources. */
const MADE = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results', 'playwright-report']);

/** Every file below a folder that is written by hand, as paths from the root. */
function sources(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [relative(root, path)];
    const isMade = MADE.has(entry.name) || relative(root, path) === 'shots';
    return isMade ? [] : sources(path);
  });
}

const files = sources();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = files.filter((path) => path.endsWith('.md'));

/** A Markdown text without what is quoted as code. */
const prose = (text: string) => text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');

/** The anchors of a Markdown text's headings, as GitHub and most programs make them. */
function anchors(text: string): Set<string> {
  const headings = text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#{1,6}\s+(.+?)\s*$/gm);
  return new Set(
    Array.from(headings, ([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  );
}

/** Where a document's links begin; the pictures of the demonstration's stories lie together. */
const folderOf = (path: string) => (path.startsWith('demo/texts/') ? 'demo/images' : dirname(path));

/** The relative links of a document, those of its pictures too, that lead nowhere; `path` is its own, from the root. */
function brokenLinks(path: string, text: string): string[] {
  const targets = Array.from(prose(text).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g), ([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target))
    .filter((target) => {
      const [file = '', anchor] = decodeURI(target).split('#');
      if (file === '') return !anchors(text).has(anchor ?? '');
      const goal = resolve(root, folderOf(path), file);
      if (relative(root, goal).startsWith('..') || !existsSync(goal)) return true;
      if (anchor === undefined) return false;
      // An anchor into code is a line number that changes with every edit.
      return !goal.endsWith('.md') || !anchors(readFileSync(goal, 'utf8')).has(anchor);
    });
}

/**
 * Ways to name a text that only whoever wrote the code had beside it. Standards of others (EPUB 3.3 §5) may be named.
 * A blank is written as an escape, so that this list does not find itself.
 */
const ABSENT = [
  /\b(?:spec|design|look|house)\u0020?§[^\n]*/gi,
  /\bdecisions?:\s?["'“«][^\n]*/gi,
  /(?<![\w-])(?:spec|decisions|design|house|look)\.md\b/gi,
  /\bthe\u0020specification\b/gi,
  /\bthe\u0020spec\b(?!\.)[^\n]*/gi,
  /\(issue[:,]\s[^\n]*|\bthe\u0020issue's\b/gi,
];

const absent = (text: string): string[] => ABSENT.flatMap((pattern) => text.match(pattern) ?? []);

/** Mentions of pages below docs/, by path or by the beginning of one (docs/decisions/008), that are not there. */
function missingPages(text: string): string[] {
  const mentions = text.match(/(?<![\w/.-])docs\/[\w/.-]*\w/g) ?? [];
  return mentions.filter((page) => {
    const path = page.replace(/\/$/, '');
    return !existsSync(join(root, path)) && !files.some((file) => file.startsWith(`${path}-`));
  });
}

/** Paths of ours quoted as code in a document that are not there. One with a placeholder is no path. */
function missingPaths(text: string): string[] {
  const spans = Array.from(text.matchAll(/`((?:apps|packages|demo|e2e|bench|tools|docs)\/[^`\s<>*{}…]+)`/g));
  return spans.flatMap(([, path = '']) => (existsSync(join(root, path)) ? [] : [path]));
}

const texts = files.filter(
  (path) => /\.(?:[cm]?[jt]sx?|md|css|html|json|example)$|^\.ci\//.test(path) && basename(path) !== 'package-lock.json',
);

/** A row of docs/product.md or a page below it. */
interface Statement {
  readonly row: string;
  /** The fixed texts that it quotes. */
  readonly texts: readonly string[];
  /** The files of the last cell's links, from the root. */
  readonly proofs: readonly string[];
  /** Says itself that a part of it has no test. */
  readonly isOpen: boolean;
}

const productPages = documents.filter((path) => /^docs\/product(?:\.md$|\/)/.test(path));

/** The statements of a page: the rows of its tables but heads and rules. */
function statementsOf(path: string, text: string): Statement[] {
  const rows = (text.match(/^\|.*\|$/gm) ?? []).filter((row) => !/^\|[-| ]+\|$|Shown by \|$/.test(row));
  return rows.map((row) => {
    const cells = row.split('|').slice(1, -1);
    const last = cells.pop() ?? '';
    const quotes = prose(cells.join('|')).matchAll(/(?<!\p{L})'([^'\n]+)'(?!\p{L})/gu);
    const links = Array.from(last.matchAll(/\]\(([^)#]+)\)/g), ([, target = '']) => target);
    return {
      row,
      texts: Array.from(quotes, ([, words = '']) => words),
      proofs: links.map((target) => relative(root, resolve(root, dirname(path), target))),
      isOpen: last.includes('(no test yet)'),
    };
  });
}

const statements = productPages.flatMap((path) => statementsOf(path, read(path)));

/** The fixed texts of a statement that none of its tests quotes; what varies in a text may be anything. */
function unproven({ texts: quoted, proofs }: Pick<Statement, 'texts' | 'proofs'>): string[] {
  const tests = proofs.filter((path) => existsSync(join(root, path))).map((path) => read(path).replaceAll('\\', ''));
  return quoted.filter((words) => {
    const fixed = words.split(/\s?\bN\b\s?|dd\/MM\/yyyy|\{\w+\}/);
    const pattern = fixed.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.{1,60}');
    return !tests.some((test) => new RegExp(pattern).test(test));
  });
}

describe('documents', () => {
  it('have links that lead somewhere, to headings too', () => {
    const broken = documents.flatMap((path) => brokenLinks(path, read(path)).map((target) => `${path}: ${target}`));
    expect(documents.length).toBeGreaterThan(20);
    expect(broken).toEqual([]);
  });

  it('and code name no text that is not here', () => {
    const own = texts.filter((path) => path !== 'THIRD_PARTY_NOTICES.md' && path !== 'tools/docs.test.ts');
    expect(own.flatMap((path) => absent(read(path)).map((words) => `${path}: ${words}`))).toEqual([]);
  });

  it('that are named in code or elsewhere exist', () => {
    const own = texts.filter((path) => path !== 'tools/docs.test.ts');
    expect(own.flatMap((path) => missingPages(read(path)).map((page) => `${path}: ${page}`))).toEqual([]);
  });

  it('quote paths that exist', () => {
    const broken = documents.flatMap((path) => missingPaths(read(path)).map((target) => `${path}: ${target}`));
    expect(broken).toEqual([]);
  });

  it('of what the product does list every statement that no test shows', () => {
    const list = read('docs/product.md').split('## Statements without a test')[1] ?? '';
    expect(list.match(/^- /gm)?.length ?? 0).toBe(statements.filter(({ isOpen }) => isOpen).length);
  });

  it('give each statement of what the product does a test, or say that there is none', () => {
    expect(statements.length).toBeGreaterThan(200);
    expect(statements.filter(({ proofs, isOpen }) => proofs.length === 0 && !isOpen).map(({ row }) => row)).toEqual([]);
    // Tests, and the states of screens that a test opens.
    const proof = /\.(?:test|spec)\.tsx?$|^e2e\/shots\/.*-shots\.ts$/;
    expect(statements.flatMap(({ proofs }) => proofs).filter((path) => !proof.test(path))).toEqual([]);
  });

  it('quote fixed texts that one of the tests beside them quotes too', () => {
    const said = statements.filter(({ isOpen }) => !isOpen);
    expect(said.flatMap(({ texts: quoted }) => quoted).length).toBeGreaterThan(150);
    expect(said.flatMap((statement) => unproven(statement).map((words) => `${words} in ${statement.row}`))).toEqual([]);
  });
});

describe('these checks', () => {
  it('find a link to no file, out of the repository, and to no heading', () => {
    const text = '# A title, and more\n[a](b.md) ![c](images/none.png) [d](../../x) [e](#a-title-and-more) [f](#none)';
    expect(brokenLinks('docs/x.md', text)).toEqual(['b.md', 'images/none.png', '../../x', '#none']);
    expect(brokenLinks('docs/x.md', '`[a](none.md)` [b](https://x.example) [c](decisions) [d](../README.md)')).toEqual(
      [],
    );
    expect(brokenLinks('docs/x.md', '[a](../README.md#none) [b](../package.json#L3)')).toHaveLength(2);
  });

  it.each([
    'as in spec §4',
    'house §2 wants it',
    'Limits (decisions: "Limits")',
    'see spec.md',
    'reference/design.md, section 3',
    'The specification says so',
    'beyond the spec',
    'the gate (issue: "The gate")',
  ])('find the words %j', (words) => {
    expect(absent(words)).toHaveLength(1);
  });

  it.each([
    'EPUB 3.3 §5',
    'docs/decisions/008',
    'parsed.error.issues.map((issue) => 1)',
    'the EPUB specification',
    'specification of ours',
    'redesign.md',
  ])('leave %j alone', (words) => {
    expect(absent(words)).toEqual([]);
  });

  it('find a page that is named and not there', () => {
    const text = 'docs/decisions/008 docs/decisions/999-none.md (docs/architecture.md). docs/none';
    expect(missingPages(text)).toEqual(['docs/decisions/999-none.md', 'docs/none']);
  });

  it('find a quoted path that is not there', () => {
    expect(missingPaths('`apps/api/none.ts` `apps/api/src/modules/<noun>` `apps/api/src/app.ts`')).toEqual([
      'apps/api/none.ts',
    ]);
  });

  it('find a statement without a test, and a text that its test does not have', () => {
    const row = "| The button says 'Leer ahora' or 'Página N', a reader's own | [x](../tools/docs.test.ts) |";
    const text = `| Statement | Shown by |\n|---|---|\n${row}\n| Something | |\n| Else | (no test yet) |`;
    const [button, something, open] = statementsOf('docs/product.md', text);
    expect(button).toMatchObject({ texts: ['Leer ahora', 'Página N'], proofs: ['tools/docs.test.ts'], isOpen: false });
    expect([something?.proofs, something?.isOpen, open?.isOpen]).toEqual([[], false, true]);
    expect(unproven({ texts: ['Página N'], proofs: ['e2e/admin/users.spec.ts'] })).toEqual([]);
    expect(unproven({ texts: ['Página N', 'Hoja N'], proofs: ['e2e/admin/users.spec.ts', 'none'] })).toEqual([
      'Hoja N',
    ]);
  });

  it('look at the whole repository', () => {
    expect(files).toContain('apps/web/src/entry-client.tsx');
    expect(files).toContain('.env.example');
    expect(texts).toContain('.ci/run');
  });
});
