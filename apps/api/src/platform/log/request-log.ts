import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { addressKey } from '../http/rate-limiter.ts';
import { newId } from '../db/new-id.ts';
import { safeError } from './safe-error.ts';

/** Unlike any other process's; with a counter behind it, an id costs no random bytes per request. */
const processId = newId();
let requests = 0;

/** Ids as proxies make them; anything else might carry what a stranger wants in the log. */
const SOUND_ID = /^[\w.:-]{8,80}$/;

/** Destination of log lines instead of the standard output; for tests. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Settings of the request log. An id that a trusted proxy gave to a request is kept, so that its log and ours can be
 * joined. Each request has one line with its id, method, route pattern and status; raw paths, queries, headers, bodies and
 * messages of errors never appear, for they carry addresses, tokens and notes.
 */
export function loggerOptions(
  level: string,
  hasProxy: boolean,
  stream?: LogStream,
): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      if (hasProxy && typeof given === 'string' && SOUND_ID.test(given)) return given;
      return `${processId}-${(requests += 1).toString(36)}`;
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    logger: {
      level,
      base: null,
      messageKey: 'message',
      // The frame's own lines about the process belong to no request.
      mixin: (line, _level, logger) =>
        'request_id' in line || 'request_id' in logger.bindings() ? {} : { request_id: 'process' },
      ...(stream ? { stream } : {}),
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions.url ?? 'unknown' }),
        // The frame's own messages pass errors here; their texts may quote what a reader sent.
        err: (error) => ({ ...safeError(error), type: error.name, message: '', stack: '' }),
        res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode ?? 0 }),
      },
    },
  };
}

/**
 * One line about the safety of accounts: what was done, by whom, from which network, and what came of it.
 * @param outcome `success` or the code of the refusal.
 * @param actor id of the user; null when it is not known.
 */
export function logSecurity(request: FastifyRequest, outcome: string, actor: string | null): void {
  const { method, routeOptions } = request;
  const event = routeOptions.config.securityEvent ?? `${method} ${routeOptions.url ?? 'unknown'}`;
  request.log.info({ event, outcome, actor, address: addressKey(request.ip) }, 'security');
}

/** Logs one line per answered request, with the route's pattern and not the address. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms }, 'request');
    done();
  });
}
