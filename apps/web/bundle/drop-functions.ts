import { parseAst } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name: string } | null;
  readonly body?: Node | readonly Node[];
  readonly declaration?: Node | null;
}

/** Function declarations of a module, and those one level inside them. */
function* declaredIn(nodes: readonly Node[], depth = 1): Generator<Node> {
  for (const node of nodes) {
    const inner = node.declaration ?? node;
    if (inner.type !== 'FunctionDeclaration') continue;
    yield inner;
    const { body } = inner.body as Node;
    if (depth > 0 && Array.isArray(body)) yield* declaredIn(body as readonly Node[], depth - 1);
  }
}

/**
 * Empties functions that the app never calls and that a bundler cannot know to be unused, so that they and what only
 * they use fall away. One that is called after all throws, naming itself.
 * @param bodies new body of each function by name; null for one that is never called
 * @throws when a function is not there: another version of the package needs another look
 */
export function dropFunctions(code: string, bodies: Readonly<Record<string, string | null>>): string {
  const program = parseAst(code) as unknown as { readonly body: readonly Node[] };
  const missing = new Set(Object.keys(bodies));
  const cuts: { readonly start: number; readonly end: number; readonly by: string }[] = [];
  for (const { id, body } of declaredIn(program.body)) {
    const name = id?.name ?? '';
    if (!missing.delete(name)) continue;
    const { start, end } = body as Node;
    cuts.push({ start, end, by: bodies[name] ?? `{ throw new Error("${name} was left out") }` });
  }
  if (missing.size > 0) throw new Error(`not in this version: ${[...missing].join(', ')}`);
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end, by }) => left.slice(0, start) + by + left.slice(end), code);
}
