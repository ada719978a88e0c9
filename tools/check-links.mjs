// Checks the links of documents, their anchors, the paths that documents quote as code, and the pages below docs/ that
// code names.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './launch/stamps.mjs';

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
const files = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
const read = (path) => readFileSync(join(root, path), 'utf8');

const documents = files.filter((path) => path.endsWith('.md'));
const sources = files.filter((path) => /\.(?:[cm]?[jt]sx?|css|html|example)$|^\.ci\//.test(path));
const faults = [
  ...documents.flatMap((path) => [...brokenLinks(path), ...missingPaths(path)].map((goal) => `${path}: ${goal}`)),
  ...[...documents, ...sources].flatMap((path) => missingPages(path).map((page) => `${path}: ${page}`)),
];
console.log(`${documents.length} documents and ${sources.length} sources read, ${faults.length} links lead nowhere`);
for (const fault of faults) console.error(`  ${fault}`);
process.exitCode = faults.length === 0 && documents.length > 20 ? 0 : 1;

/** Returns a document's relative links, also those of pictures, without an existing target. */
function brokenLinks(path) {
  const text = read(path);
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
  const targets = Array.from(prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g), ([, target]) => target);
  return targets.filter((target) => !/^[a-z][a-z+.-]*:/i.test(target) && !leadsSomewhere(path, text, target));
}

function leadsSomewhere(path, text, target) {
  const [file, anchor] = decodeURI(target).split('#');
  if (file === '') return anchors(text).has(anchor);
  // Looks for pictures of the demonstration's stories in their common folder.
  const goal = resolve(root, path.startsWith('demo/texts/') ? 'demo/images' : dirname(path), file);
  if (relative(root, goal).startsWith('..') || !existsSync(goal)) return false;
  // Refuses an anchor into code: a line number changes with every edit.
  return anchor === undefined || (goal.endsWith('.md') && anchors(readFileSync(goal, 'utf8')).has(anchor));
}

function withoutBlocks(text) {
  return text.replaceAll(/^```.*?^```/gms, '');
}

/** Returns the anchors of a Markdown text's headings, as GitHub and most programs make them. */
function anchors(text) {
  const headings = withoutBlocks(text).matchAll(/^#{1,6}\s+(.+?)\s*$/gm);
  const anchorOf = (title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
  return new Set(Array.from(headings, ([, title]) => anchorOf(title)));
}

/** Returns the repository's paths quoted as code that do not exist. Skips those with a placeholder. */
function missingPaths(path) {
  const quoted = read(path).matchAll(/`((?:apps|packages|demo|e2e|bench|tools|docs)\/[^`\s<>*{}…]+)`/g);
  return Array.from(quoted, ([, goal]) => goal).filter((goal) => !existsSync(join(root, goal)));
}

/** Returns the mentions of pages below docs/, by path or by its beginning (docs/decisions/008), that do not exist. */
function missingPages(path) {
  const mentions = read(path).match(/(?<![\w/.-])docs\/[\w/.-]*\w/g) ?? [];
  return mentions.filter((page) => !existsSync(join(root, page)) && !files.some((file) => file.startsWith(`${page}-`)));
}
