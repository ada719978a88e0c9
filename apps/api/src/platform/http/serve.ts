import type { Call, CallRules, ParamNames } from '@cuentos/contract/call';
import { id } from '@cuentos/contract/primitives';
import type { ZodTypeProvider } from '@fastify/type-provider-zod';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteHandlerMethod,
} from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { readMultipartFields } from './read-form.ts';

/** The application as route files see it: schemas of the contract give the types. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

type Output<S> = S extends z.ZodType ? z.output<S> : never;
type ParsedInput<Rules extends CallRules, Name extends 'query' | 'body'> =
  Rules extends Readonly<Record<Name, infer S>> ? Output<S> : unknown;
type Params<Path extends string, Rules extends CallRules> = {
  readonly [Name in ParamNames<Path>]: Rules['params'] extends Readonly<Record<Name, infer S>> ? Output<S> : string;
};
type Answer<Rules extends CallRules> = Rules extends { readonly answer: infer S } ? Output<S> : void;

/** Arguments of a handler: all that the contract names for the call, checked. */
type CallRequest<Path extends string, Rules extends CallRules> = FastifyRequest<{
  Params: Params<Path, Rules>;
  Querystring: ParsedInput<Rules, 'query'>;
  Body: ParsedInput<Rules, 'body'>;
}>;

/** Answers a call; a handler that sends bytes or a text itself returns the reply. */
type Handler<Path extends string, Rules extends CallRules> = (
  request: CallRequest<Path, Rules>,
  reply: FastifyReply,
) => Promise<Answer<Rules> | FastifyReply>;

/** Every format in which a small form can be sent. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

/**
 * Makes the route of a call: method, path, checks, who may call it and its entry of the OpenAPI page come from the
 * contract.
 * @param attachValidation hands a request that fails its checks to the handler, as `request.validationError`
 */
export function serve<Path extends string, Rules extends CallRules>(
  app: TypedApp,
  call: Call<Path, Rules>,
  handler: Handler<Path, Rules>,
  { attachValidation = false } = {},
): void {
  const { method, path, access, rules } = call;
  const { asksAgain, factorSetup, whileLeaving, signed, securityEvent } = rules;
  const guards = { access, asksAgain, factorSetup, whileLeaving, signed, securityEvent };
  const status = rules.answer ? (rules.status ?? 200) : 204;
  app.route({
    method,
    url: path,
    schema: schemaOf(call, status),
    config: Object.fromEntries(Object.entries(guards).filter(([, value]) => value !== undefined)),
    attachValidation,
    ...(rules.takesForms ? { preValidation: readMultipartFields } : {}),
    handler: (status === 200 ? handler : withStatus(status, handler as RouteHandlerMethod)) as RouteHandlerMethod,
  });
}

/** Answers with another status than 200, and with an empty body where the call answers nothing. */
function withStatus(status: 201 | 204, handler: RouteHandlerMethod): RouteHandlerMethod {
  return async function answer(request, reply) {
    const answered: unknown = await handler.call(this, request, reply);
    if (reply.sent) return reply;
    return reply.code(status).send(status === 204 ? null : answered);
  };
}

function schemaOf({ path, noun, summary, rules }: Call, status: number): FastifySchema {
  const { params, query, body, form, answer = z.null(), takesForms, isCached } = rules;
  const names = path.match(/(?<=:)\w+|\*/g) ?? [];
  const described = { tags: [noun], summary, ...(form ? { form } : {}) };
  return {
    ...described,
    ...(takesForms ? { consumes: FORM_TYPES } : form ? { consumes: ['multipart/form-data'] } : {}),
    ...(names.length > 0
      ? { params: z.object({ ...Object.fromEntries(names.map((name) => [name, id])), ...params }) }
      : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: { [status]: answer, ...(isCached ? { 304: z.unknown() } : {}) },
  };
}
