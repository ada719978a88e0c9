import type { ErrorBody, ErrorCode } from '@cuentos/contract/error-codes';
import { hasZodFastifySchemaValidationErrors } from '@fastify/type-provider-zod';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { isUnavailable, isUnstorableText } from '../db/db.ts';
import { StorageUnavailable } from '../../ports/storage.ts';
import { logSecurity } from '../log/request-log.ts';
import { safeError } from '../log/safe-error.ts';
import { AppError, fieldText } from './app-error.ts';

/** Answers every failure with `{detail, code, request_id}`. */
export function installErrorHandler(app: FastifyInstance): void {
  answerFailures(app, sendFailure);
  app.setNotFoundHandler((request, reply) => sendFailure(reply, request, new AppError('not_found')));
}

/**
 * Installs the one mapper from errors to named failures. Any other error answers 500 without a word about its cause;
 * the cause goes to the log under the same request id.
 * @param answer sends the failure in the form that the caller reads.
 */
export function answerFailures(
  app: FastifyInstance,
  answer: (reply: FastifyReply, request: FastifyRequest, error: AppError) => FastifyReply,
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const named = toAppError(error);
    if (isDenial(named, request)) logSecurity(request, named.code, request.caller?.userId ?? named.actor ?? null);
    if (named.status >= 500) request.log.error({ failure: safeError(error) }, named.code);
    return answer(reply, request, named);
  });
}

/** Errors that the shop's own pages never cause, because they check by the same rules before. */
const CRAFTED: ReadonlySet<ErrorCode> = new Set(['invalid_request', 'malformed_request', 'unsupported_media_type']);

/** Whether a refusal tells of a forbidden attempt, or of an account. Old access tokens are no news. */
function isDenial({ status, code }: AppError, { routeOptions, caller }: FastifyRequest): boolean {
  if (code === 'access_token_expired') return false;
  if (CRAFTED.has(code)) return true;
  if (status === 422) return false;
  // Answers for another user's data as for missing data.
  const mayBeAnothers = status === 404 && caller !== null;
  const isAsked = routeOptions.config.securityEvent !== undefined && status < 500;
  return mayBeAnothers || isAsked || [401, 403, 429].includes(status);
}

/**
 * Answers addresses that the router itself cannot read, before any hook has run: without this the frame would repeat
 * the address in an answer of its own form.
 */
export function answerUnreadableAddress(
  headers: Readonly<Record<string, string>>,
): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (error, request, reply) => {
    void reply.headers(headers).header('x-request-id', request.id);
    void sendFailure(reply, request, toAppError(error));
  };
}

/** Seconds after which a call may be repeated that failed because something is away. */
export const RETRY_AFTER_S = 5;

/** Answers a failure with `{detail, code, request_id}`. */
export function sendFailure(reply: FastifyReply, request: FastifyRequest, error: AppError): FastifyReply {
  const body: ErrorBody = {
    detail: error.detail,
    code: error.code,
    request_id: request.id,
    ...(error.fields ? { fields: error.fields } : {}),
  };
  if (error.status === 503) reply.header('retry-after', RETRY_AFTER_S);
  reply.code(error.status).header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return reply.serializer((value: unknown) => JSON.stringify(value)).send(body);
}

/** Failures that Fastify itself raises, by status. */
const frameworkCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  414: 'malformed_request',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'malformed_request',
};

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation
      .map((issue) => issue.instancePath.split('/')[1] ?? '')
      .filter((name) => name !== '');
    // A path parameter of the wrong form names nothing that exists.
    if (error.validationContext === 'params') return new AppError('not_found');
    return new AppError('invalid_request', {
      fields: Object.fromEntries(fields.map((name) => [name, fieldText(name)])),
    });
  }
  if (isUnstorableText(error)) return new AppError('malformed_request', { cause: error });
  if (isUnavailable(error) || error instanceof StorageUnavailable) return new AppError('unavailable', { cause: error });
  const code = error.statusCode === undefined ? undefined : frameworkCodes[error.statusCode];
  return new AppError(code ?? 'internal', { cause: error });
}
