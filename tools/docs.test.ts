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
  /\b(?:spec|design|look|house)[\s*]*§[^\n]*/gi,
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

const STANDARD = 'docs/security-asvs.md';

/** How many items of level 1 and 2 each section of ASVS 5.0.0 has; within a section they are numbered from 1. */
const ITEMS: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const items = Object.entries(ITEMS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, at) => Array.from({ length: count }, (_, n) => `${chapter}.${at + 1}.${n + 1}`)),
);

/** A row of the page about the standard. */
interface Item {
  /** One, or those of a range. */
  readonly numbers: readonly string[];
  /** Its last cell. */
  readonly answer: string;
  /** Whether the cell before is ours to describe, so that the item applies. */
  readonly applies: boolean;
}

/** The rows of a page that begin with the number of an item, or with two and a dash between. */
function itemsOf(text: string): Item[] {
  return Array.from(text.matchAll(/^\| (\d+\.\d+)\.(\d+)(?:–\1\.(\d+))? \|(.*)\|$/gm), (row) => {
    const [, section = '', first = '', last = first, cells = ''] = row;
    const length = Number(last) - Number(first) + 1;
    const numbers = Array.from({ length }, (_, n) => `${section}.${Number(first) + n}`);
    const [answer = '', ...before] = cells.split('|').toReversed();
    return { numbers, answer: answer.trim(), applies: before.length > 0 };
  });
}

/** Items of the standard that a page leaves out, names twice, or names though there is none of that number. */
function miscounted(text: string): string[] {
  const named = itemsOf(text).flatMap(({ numbers }) => numbers);
  const counted = items.filter((item) => named.filter((number) => number === item).length !== 1);
  return [...counted, ...named.filter((number) => !items.includes(number))];
}

/** Items of a page for which neither a test, nor a place, nor what is missing is named. */
function unanswered(text: string): string[] {
  const answer =
    /\]\([^)]+\.(?:test|spec)\.tsx?\)|^\*\*By document\*\*: .*\]\([^)]+\.md|^\*\*(?:By design|Partly|Not met)\*\*/;
  return itemsOf(text).flatMap(({ numbers, answer: said, applies }) =>
    (applies ? answer.test(said) : said !== '') ? [] : numbers,
  );
}

/** Items that a page calls missing, in its list and in its table: both have to name the same. */
function missing(text: string): { readonly listed: string[]; readonly marked: string[] } {
  const list = (text.split('## What is missing')[1] ?? '').split('\n## ')[0] ?? '';
  const names = Array.from(list.matchAll(/^- (.*)$/gm), ([, line = '']) => line);
  const marked = itemsOf(text).filter(({ answer }) => /^\*\*(?:Partly|Not met)\*\*/.test(answer));
  return {
    listed: names.flatMap((line) => line.match(/(?<=\*\*)\d+\.\d+\.\d+(?=\*\*)/g) ?? []).toSorted(),
    marked: marked.flatMap(({ numbers }) => numbers).toSorted(),
  };
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

describe('the page about the standard', () => {
  it('has every item of level 1 and 2 once: with what shows it, or with why it does not apply', () => {
    expect(items).toHaveLength(253);
    expect(miscounted(read(STANDARD))).toEqual([]);
    expect(unanswered(read(STANDARD))).toEqual([]);
  });

  it('lists what is missing at its beginning', () => {
    const { listed, marked } = missing(read(STANDARD));
    expect(listed).toEqual(marked);
    expect(listed.length).toBeGreaterThan(0);
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
    'as the design\n * §6 has it',
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

  it('find an item of the standard that is left out, named twice, unknown, or without an answer', () => {
    const page = read(STANDARD);
    const row = /^\| 6\.2\.1 \|.*\n/m.exec(page)?.[0] ?? '';
    const changed = (now: string) => page.replace(row, () => now);
    expect(miscounted(changed(''))).toEqual(['6.2.1']);
    expect(miscounted(changed(row + row))).toEqual(['6.2.1']);
    expect(miscounted(changed(`${row}| 6.2.13 | x | **Not met** |\n`))).toEqual(['6.2.13']);
    expect(miscounted(page.replace('| 10.4.1–10.4.11 |', '| 10.4.1–10.4.10 |'))).toEqual(['10.4.11']);
    for (const answer of ['', 'is so', '[x](../README.md)', '**By document**: somewhere']) {
      expect(unanswered(changed(`| 6.2.1 | x | ${answer} |\n`))).toEqual(['6.2.1']);
    }
    expect(unanswered(page.replace(/(?<=^\| 6\.8\.3 \|).*$/m, ' |'))).toEqual(['6.8.3']);
    const { listed, marked } = missing(changed('| 6.2.1 | x | **Not met** |\n'));
    expect(marked.filter((number) => !listed.includes(number))).toEqual(['6.2.1']);
  });

  it('look at the whole repository', () => {
    expect(files).toContain('apps/web/src/entry-client.tsx');
    expect(files).toContain('.env.example');
    expect(texts).toContain('.ci/run');
  });
});
