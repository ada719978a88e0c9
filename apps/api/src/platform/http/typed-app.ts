import type { Endpoint, ParamsOf, SchemaOf } from '@cuentos/contract/endpoint';
import type { ZodTypeProvider } from '@fastify/type-provider-zod';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';

/** The application as route files see it: schemas of the contract give the types. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What the API's own documentation says of a route. */
interface Described {
  readonly tags: readonly string[];
  readonly summary: string;
  /** Media types of the body; those of a multipart form are taken only when they stand here. */
  readonly consumes?: readonly string[];
  /** Describes a multipart form, which the route reads field by field. */
  readonly form?: z.ZodType;
}

type Body<Schema> = [Schema] extends [never] ? { readonly body?: never } : { readonly body: Schema };
type Query<Schema> = [Schema] extends [never] ? { readonly querystring?: never } : { readonly querystring: Schema };
type Params<Names extends PropertyKey> = [Names] extends [never]
  ? { readonly params?: never }
  : { readonly params: z.ZodObject<Record<Names, z.ZodType>> };

/** Schemas that check a call of an endpoint: exactly those that the contract names for it. */
type SchemasFor<E> = Described &
  Body<SchemaOf<E, 'body'>> &
  Query<SchemaOf<E, 'query'>> &
  Params<keyof ParamsOf<E>> & {
    /** By status; the answer of success. */
    readonly response: Readonly<Partial<Record<200 | 201 | 204, SchemaOf<E, 'response'>>>>;
  };

/** Method and address of a route and the schemas that check it. */
interface RouteOf<E extends Endpoint, Schema> {
  readonly method: E['method'];
  readonly url: E['path'];
  readonly schema: Schema;
}

/**
 * The route of an endpoint: method and address come from the contract, and the compiler refuses any schema but the
 * ones that the contract names for it, a parameter that the address does not have, or one that it lacks.
 */
export function routeOf<E extends Endpoint, const Schema extends SchemasFor<E>>(
  { method, path: url }: E,
  schema: Schema,
): RouteOf<E, Schema> {
  return { method, url, schema };
}
