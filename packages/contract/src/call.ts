import type { z } from 'zod';

/** Every address of the API begins with this and a slash. */
export const API_PREFIX = '/api';

/** Role that a call needs. A `public` call still knows the caller when a valid token came along. */
export type Access = 'public' | 'user' | 'writter' | 'admin';

/** Further rules of a call that the server enforces. */
export interface CallRules {
  /** Asks for a code again if the account has a second factor, because the call could cost money or give rights. */
  readonly asksAgain?: true;
  /** Open to the team before a second factor that the shop demands is set up. */
  readonly factorSetup?: true;
  /** Open to an account that is about to be erased. */
  readonly whileLeaving?: true;
  /** Exempt from the anti-forgery rule, because the request proves itself by a signature. */
  readonly signed?: true;
  /** Name of what the call does to accounts; every outcome of it goes into the log. */
  readonly securityEvent?: string;
  /** Checks of the parameters that are no ids; every other parameter of the path is an id. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body may come as form data of either kind, too. */
  readonly takesForms?: true;
  /** The body is a multipart form with files, which the handler reads field by field; this describes it. */
  readonly form?: z.ZodType;
  /** Absent for a call without an answer, which has status 204. */
  readonly answer?: z.ZodType;
  /** Status of a success that is not 200. */
  readonly status?: 201;
  /** Answers 304 to a caller that has the newest bytes. */
  readonly isCached?: true;
}

/**
 * One call of the API: the route, its checks, the OpenAPI page and the browser use it. In a browser only method and
 * path remain (`apps/web/bundle/call-addresses.ts`).
 */
export interface Call<Path extends string = string, Rules extends CallRules = CallRules> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Address with its parameters as `:name`, a rest as `*`. */
  readonly path: Path;
  /** Noun that the call stands under on the OpenAPI page, which is the name of its file. */
  readonly noun: string;
  readonly access: Access;
  /** Description of one line for the OpenAPI page. */
  readonly summary: string;
  readonly rules: Rules;
}

/**
 * Returns the functions that declare the calls of a noun, one for each kind of caller:
 * `user('GET', '/api/orders/:id', 'Own order', { query: orderQuery, answer: order })`.
 */
export function callsOf(noun: string) {
  const callsBy =
    (access: Access) =>
    <const Path extends string, const Rules extends CallRules = { readonly answer?: never }>(
      method: Call['method'],
      path: Path,
      summary: string,
      rules?: Rules,
    ): Call<Path, Rules> => ({ method, path, noun, access, summary, rules: rules ?? ({} as Rules) });
  return { anyone: callsBy('public'), user: callsBy('user'), writter: callsBy('writter'), admin: callsBy('admin') };
}

type RulesOf<C> = C extends Call<string, infer Rules> ? Rules : never;
type Schema<C, Name extends keyof CallRules> =
  RulesOf<C> extends Readonly<Record<Name, infer S extends z.ZodType>> ? S : never;
type Input<S> = S extends z.ZodType ? z.input<S> : never;

/** Names of the parameters of a path. */
export type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}*`
      ? '*'
      : never;

/** Type of the answer in the browser; undefined for an empty answer. */
export type AnswerOf<C> = [Schema<C, 'answer'>] extends [never] ? undefined : z.output<Schema<C, 'answer'>>;
/** Type of the body in the browser. */
export type BodyOf<C> = Input<Schema<C, 'body'>>;
/** Type of the query in the browser; null and undefined are left out of the address. */
export type QueryOf<C> = Partial<Record<keyof Input<Schema<C, 'query'>>, string | number | null>>;
/** Values of a path's parameters; empty for a path without any. */
export type ParamsOf<C> = C extends Call<infer Path> ? Readonly<Record<ParamNames<Path>, string | number>> : never;

/**
 * The address of a call with its parameters and query filled in; a query value that is null or undefined is left
 * out. Works without an origin: it begins with a slash.
 */
export function urlOf<C extends Call>(
  { path }: Pick<C, 'path'>,
  params?: ParamsOf<C>,
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
  const queryString = search.toString();
  return queryString === '' ? filled : `${filled}?${queryString}`;
}
