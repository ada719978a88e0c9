import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseAst, type Plugin } from 'vite';

const CONTRACT = '@cuentos/contract/';
const folder = fileURLToPath(new URL('../../../packages/contract/src/', import.meta.url));
const declaration = /^export const (\w+) = (?:anyone|user|writter|admin)\(\s*'([A-Z]+)',\s*'([^']+)',/gm;

/** A range of code and the text that replaces it. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Keeps the server's half of the contract out of the browser. A file that imports a call gets the call's method and
 * path in its place: the noun's file, with all its schemas, is not loaded for it, and a page carries the addresses that
 * it uses and no others. Values of a noun's file that a page does use, a list of roles or a limit, come without the
 * schemas beside it: they become expressions without side effects, which the bundler drops, and the calls go.
 */
export function callAddresses(): Plugin {
  return {
    name: 'call-addresses',
    enforce: 'post',
    transform: {
      filter: { id: /[.]tsx?$/ },
      handler(code, id) {
        const isContract = id.startsWith(folder);
        if (!isContract && !code.includes(CONTRACT)) return null;
        const { body } = parseAst(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' });
        const { files, replacements } = isContract
          ? { files: [], replacements: withoutCalls(body, code) }
          : addressesForImports(body, code, id);
        for (const file of files) this.addWatchFile(file);
        return { code: replace(code, replacements), map: null };
      },
    },
  };
}

type Body = ESTree.Program['body'];

/** Replaces the imported calls by their addresses, and drops the imports of the contract's files. */
function addressesForImports(body: Body, code: string, id: string): { files: string[]; replacements: Replacement[] } {
  const files: string[] = [];
  const replacements: Replacement[] = [];
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith(CONTRACT)) continue;
    if (statement.importKind === 'type') continue;
    const file = `${folder}${statement.source.value.slice(CONTRACT.length)}.ts`;
    const addresses = addressesIn(readFileSync(file, 'utf8'));
    const keptSpecifiers: string[] = [];
    const inlined: string[] = [];
    for (const specifier of statement.specifiers) {
      // Importing the namespace would load the noun's whole file.
      if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') {
        throw new Error(`${id} imports ${statement.source.value} otherwise than by names`);
      }
      const address = addresses.get(specifier.imported.name);
      if (address) inlined.push(`const ${specifier.local.name} = ${JSON.stringify(address)};`);
      else keptSpecifiers.push(code.slice(specifier.start, specifier.end));
    }
    if (inlined.length === 0) continue;
    files.push(file);
    const rest =
      keptSpecifiers.length > 0 ? `import { ${keptSpecifiers.join(', ')} } from '${statement.source.value}';` : '';
    replacements.push({ start: statement.start, end: statement.end, text: rest + inlined.join('') });
  }
  return { files, replacements };
}

/** Addresses of the calls that a noun's file of the contract declares, by name. */
function addressesIn(source: string): Map<string, { readonly method: string; readonly path: string }> {
  return new Map(
    [...source.matchAll(declaration)].map(([, name = '', method = '', path = '']) => [name, { method, path }]),
  );
}

/** Functions that declare the calls of a noun. The build replaces such calls by their addresses. */
const makers = new Set(['callsOf', 'anyone', 'user', 'writter', 'admin']);

/**
 * Removes the calls from a noun's file, and marks the other constants as free of side effects, so that unused ones are
 * dropped.
 */
function withoutCalls(body: Body, code: string): Replacement[] {
  return body.flatMap((statement): Replacement[] => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ init }): Replacement[] => {
      if (!init || init.type === 'ArrowFunctionExpression') return [];
      const { start, end } = statement;
      if (isMaker(init)) return [{ start, end, text: '' }];
      const text = code.slice(init.start, init.end);
      if (!text.includes('(')) return [];
      return [{ start: init.start, end: init.end, text: `/* @__PURE__ */ (() => (${text}))()` }];
    });
  });
}

const isMaker = (init: ESTree.Expression): boolean =>
  init.type === 'CallExpression' && init.callee.type === 'Identifier' && makers.has(init.callee.name);

function replace(code: string, replacements: readonly Replacement[]): string {
  return replacements
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end), code);
}
