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
    const pages = documents.filter((path) => /^docs\/product(?:\.md$|\/)/.test(path));
    const open = pages.flatMap((path) => read(path).match(/^\|.*\(no test yet\).*$/gm) ?? []).length;
    const list = read('docs/product.md').split('## Statements without a test')[1] ?? '';
    expect(list.match(/^- /gm)?.length ?? 0).toBe(open);
  });

  it('give each statement of what the product does a test, or say that there is none', () => {
    const pages = documents.filter((path) => /^docs\/product(?:\.md$|\/)/.test(path));
    const rows = pages.flatMap((path) => read(path).match(/^\|.*\|$/gm) ?? []);
    const stated = rows.filter((row) => !/^\|[-| ]+\|$/.test(row) && !row.endsWith('Shown by |'));
    const last = (row: string) => row.split('|').at(-2) ?? '';
    expect(stated.length).toBeGreaterThan(200);
    expect(stated.filter((row) => !/\]\(|\(no test yet\)/.test(last(row)))).toEqual([]);
    // Tests, and the states of screens that a test opens.
    const proof = /\.(?:test|spec)\.tsx?$|^e2e\/shots\/.*-shots\.ts$/;
    for (const path of pages) {
      const shown = stated.filter((row) => read(path).includes(row)).map(last);
      const targets = shown.flatMap((cell) =>
        Array.from(cell.matchAll(/\]\(([^)#]+)\)/g), ([, target = '']) => target),
      );
      const links = targets.map((target) => relative(root, resolve(root, dirname(path), target)));
      expect(links.filter((link) => !proof.test(link))).toEqual([]);
    }
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
  ])('find the words %j', (words) => {
    expect(absent(words)).toHaveLength(1);
  });

  it.each(['EPUB 3.3 §5', 'docs/decisions/008', 'the EPUB specification', 'specification of ours', 'redesign.md'])(
    'leave %j alone',
    (words) => {
      expect(absent(words)).toEqual([]);
    },
  );

  it('find a page that is named and not there', () => {
    const text = 'docs/decisions/008 docs/decisions/999-none.md (docs/architecture.md). docs/none';
    expect(missingPages(text)).toEqual(['docs/decisions/999-none.md', 'docs/none']);
  });

  it('find a quoted path that is not there', () => {
    expect(missingPaths('`apps/api/none.ts` `apps/api/src/modules/<noun>` `apps/api/src/app.ts`')).toEqual([
      'apps/api/none.ts',
    ]);
  });

  it('look at the whole repository', () => {
    expect(files).toContain('apps/web/src/entry-client.tsx');
    expect(files).toContain('.env.example');
    expect(texts).toContain('.ci/run');
  });
});
