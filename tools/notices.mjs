// Writes THIRD_PARTY_NOTICES.md: name, version and licence of every package in the running shop.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './launch/stamps.mjs';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const shipped = Object.entries(lock.packages)
  .filter(
    ([path, entry]) =>
      path.includes('node_modules/') && !entry.dev && !entry.link && !entry.devOptional && !entry.optional,
  )
  .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), path, version: entry.version }));

const rows = new Map();
for (const { name, path, version } of shipped) {
  const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const licence = typeof manifest.license === 'string' ? manifest.license : (manifest.license?.type ?? 'see its files');
  const file = readdirSync(join(root, path)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const holder = file ? holderOf(readFileSync(join(root, path, file), 'utf8')) : '';
  rows.set(`${name}@${version}`, `| ${name} | ${version} | ${licence} | ${holder} |`);
}

function holderOf(text) {
  const line = text.split('\n').find((candidate) => /copyright/i.test(candidate) && /\d{4}|\(c\)|©/i.test(candidate));
  return (line ?? '').replaceAll('|', '/').replaceAll(/\s+/g, ' ').trim().slice(0, 160);
}

const lines = [
  '# Third-party notices',
  '',
  'Packages that the running shop contains, made by `npm run notices` from the lock file. Their licence texts come with the packages.',
  '',
  'Beside these, npm installs prebuilt binaries for the machine at hand; among them libvips (LGPL-3.0-or-later), a dynamically linked library of its own package that sharp uses.',
  '',
  "The statements about accessibility (`apps/web/src/features/books/accessibility-texts.ts`) are the Spanish of the W3C's Accessibility Metadata Display Guide 2.0, given by VitalSource. W3C Software and Document License. Copyright © 2025 World Wide Web Consortium.",
  '',
  "The patterns in `hyphen` are those of hyph-utf8, the TeX project's: Spanish (Javier Bezos), French and Italian (Claudio Beccari) under the MIT licence, Portuguese (Pedro J. de Rezende, José João Dias Almeida) under the BSD licence; English (Donald E. Knuth, Gerard D.C. Kuiken) may be copied and distributed with this notice.",
  '',
  '| Package | Version | Licence | Copyright |',
  '|---|---|---|---|',
  ...[...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
];
writeFileSync(join(root, 'THIRD_PARTY_NOTICES.md'), `${lines.join('\n')}\n`);
console.log(`${rows.size} packages`);
