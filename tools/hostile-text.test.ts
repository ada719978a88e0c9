import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Texts that are slow to match, sort or count for careless code when they are repeated. */
const pieces = {
  'words and hyphens': 'a-',
  'words and dots': 'a.',
  spaces: ' ',
  'line ends': '\r\n',
  'opening brackets': '(',
  'links without an end': '[a](https://',
  'bold without an end': '**a',
  'opening tags': '<a ',
  quotes: '"',
  backslashes: '\\',
  'at signs': 'a@',
  digits: '1',
  slashes: '/',
  'numbers with dots': '1.2.',
  'semicolons and braces': '{;',
  asterisks: '*_',
  entities: '&a',
  'combining marks in the wrong order': '\u0301\u0323',
  'ligatures that normalise to many letters': '\uFDFA',
  'lone surrogates': '\uD800',
} as const;

/**
 * Lengths of the texts in letters, ascending, so that quadratic work shows before it takes minutes. A gift message of
 * 40 kB once stopped the process for seconds.
 */
const SIZES = [2 * 1024, 40 * 1024] as const;

/** Allowed processor time for a text of this length, ms. */
const allowance = (letters: number): number => 60 + letters / 100;

/**
 * Runs work for texts of growing size.
 * @returns the first size that takes more time than linear work may, or null. The fastest of three attempts counts,
 * since garbage collection takes processor time as well.
 */
async function firstSlowSize(texts: readonly string[], work: (text: string) => unknown): Promise<string | null> {
  for (const text of texts) {
    let spent = Infinity;
    for (let attempt = 0; attempt < 3 && spent > allowance(text.length); attempt += 1) {
      const before = process.cpuUsage();
      // A refused text counts too, since only the time is measured. The wait ends after 20 ms for work that waits for
      // an event.
      await Promise.race([Promise.resolve().then(() => work(text)), setTimeout(20)]).catch(() => undefined);
      const { user, system } = process.cpuUsage(before);
      spent = Math.min(spent, (user + system) / 1000);
    }
    if (spent > allowance(text.length)) return `${text.length} letters take ${Math.round(spent)} ms`;
  }
  return null;
}

/** Collects the exports of a package's production modules, with the source of each module. */
async function exportsOf(name: string, left: RegExp) {
  const root = fileURLToPath(new URL(`../packages/${name}/src/`, import.meta.url));
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$|testing\//.test(path) && !left.test(path),
  );
  const modules = await Promise.all(
    paths.map(async (path) => {
      const source = readFileSync(`${root}${path}`, 'utf8');
      const module: Record<string, unknown> = await import(`${root}${path}`);
      return Object.entries(module).map(([key, value]) => ({ label: `${name}/${path}: ${key}`, key, value, source }));
    }),
  );
  return modules.flat();
}

interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

/** Makes a value of a schema's shape in which each free text is this text, and each list is full of its pieces. */
function hostileValue(shape: Shape, text: string): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const options = shape.anyOf ?? shape.oneOf;
  if (options) {
    const open = options.find(({ type, const: only }) => type !== 'null' && only === undefined);
    return hostileValue(open ?? options[0] ?? {}, text);
  }
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((each) => hostileValue(each, text)));
  if (shape.properties) {
    return Object.fromEntries(
      Object.entries(shape.properties).map(([field, inner]) => [field, hostileValue(inner, text)]),
    );
  }
  if (shape.type === 'array') {
    const inner = hostileValue(shape.items ?? {}, text);
    if (typeof inner !== 'string') return [inner];
    return [inner, ...Array.from({ length: text.length / 16 }, (_, index) => text.slice(16 * index, 16 * index + 16))];
  }
  if (shape.type === 'object') {
    const inner = typeof shape.additionalProperties === 'object' ? shape.additionalProperties : {};
    return { a: hostileValue(inner, text), [text]: text };
  }
  if (shape.type === 'number' || shape.type === 'integer' || shape.type === 'boolean') return 1;
  return text;
}

const schemas = (await exportsOf('contract', /^$/)).flatMap(({ label, value }) =>
  value instanceof z.ZodType ? [[label, value] as const] : [],
);

/**
 * Functions whose first parameter is a text. Functions that start programs, take a file's path or paint on a page are
 * left out.
 */
const functions = (
  await Promise.all([
    exportsOf('domain', /^$/),
    exportsOf('contract', /^$/),
    exportsOf(
      'epub',
      /-worker\.ts$|-in-child\.ts$|^child\/|^render\/|(?:run-gate|prepare-edition|write-edition|resource-store|zip-source|open-book)\.ts$/,
    ),
  ])
)
  .flat()
  .filter(({ key, source }) => new RegExp(`(?:function\\*? ${key}|const ${key} =.*)\\(\\s*\\w+: string`).test(source))
  .map(({ label, value }) => [label, value as (...texts: string[]) => unknown] as const);

describe.each(Object.entries(pieces))('%s', (_name, piece) => {
  const texts = SIZES.map((letters) => piece.repeat(letters / piece.length));

  it('are checked by each schema in linear time', async () => {
    expect(schemas.length).toBeGreaterThan(150);
    const slow: string[] = [];
    for (const [name, schema] of schemas) {
      const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
      const size = await firstSlowSize(texts, (text) => schema.safeParse(hostileValue(shape, text)));
      if (size) slow.push(`${name}: ${size}`);
    }
    expect(slow).toEqual([]);
  });

  it('are read by each text function in linear time', async () => {
    expect(functions.length).toBeGreaterThan(60);
    const slow: string[] = [];
    for (const [name, read] of functions) {
      const size = await firstSlowSize(texts, (text) => read(text, text, text));
      if (size) slow.push(`${name}: ${size}`);
    }
    expect(slow).toEqual([]);
  });
});
