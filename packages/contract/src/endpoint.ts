import type { z } from 'zod';

/** Every address of the API begins with this and a slash. */
export const API_PREFIX = '/api';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Schemas of an endpoint, as types alone: a browser that calls it loads none of them. */
interface Schemas {
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly response: z.ZodType;
}

/** One call of the API: server and browser take method, address and types from here. */
export interface Endpoint<Path extends string = string, S extends Schemas = Schemas> {
  readonly method: Method;
  /** Address with its parameters as `:name`, a rest as `*`. */
  readonly path: Path;
  /** Never there: carries the types. */
  readonly schemas?: S;
}

type SchemasOf<E> = E extends Endpoint<string, infer S> ? S : never;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

/** What the browser reads. */
export type ResponseOf<E> = z.output<SchemasOf<E>['response']>;
/** What the browser sends. */
export type BodyOf<E> = Input<SchemasOf<E>['body']>;
/** What the browser asks with; null and undefined are left out of the address. */
export type QueryOf<E> = Partial<Record<keyof Input<SchemasOf<E>['query']>, string | number | null>>;

/** The schema itself, for the route that checks with it. */
export type SchemaOf<E, Name extends keyof Schemas> =
  SchemasOf<E> extends Readonly<Record<Name, infer Schema>> ? Schema : never;

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}*`
      ? '*'
      : never;

/** Values of an address's parameters; empty for an address without any. */
export type ParamsOf<E> = E extends Endpoint<infer Path> ? Readonly<Record<Names<Path>, string | number>> : never;

/**
 * Names an endpoint once.
 * @param _schemas types of the schemas it is checked by: `{} as { response: typeof order }`
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const Path extends string, S extends Schemas>(
  method: Method,
  path: Path,
  _schemas: S,
): Endpoint<Path, S> {
  return { method, path };
}

/**
 * The address of an endpoint with its parameters and query filled in; a query value that is null or undefined is left
 * out. Works without an origin: it begins with a slash.
 */
export function urlOf<E extends Endpoint>(
  { path }: E,
  params?: ParamsOf<E>,
  query?: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const values = (params ?? {}) as Readonly<Record<string, string | number>>;
  const filled = path.replaceAll(/:(\w+)|\*/g, (_match, name?: string) => {
    const value = String(values[name ?? '*'] ?? '');
    return name === undefined ? value : encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  const asked = search.toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}
