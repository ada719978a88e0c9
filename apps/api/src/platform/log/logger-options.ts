import { type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { newId } from '../db/new-id.ts';
import { safeError } from './safe-error.ts';

/**
 * Settings of the request log: one line per request with its id, method, route pattern and status. Raw paths,
 * queries, headers, bodies and messages of errors never appear, for they carry addresses, tokens and notes.
 */
export function loggerOptions(level: string): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    genReqId: () => newId(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    logger: {
      level,
      base: null,
      messageKey: 'message',
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions.url ?? 'unknown' }),
        // The frame's own messages pass errors here; their texts may quote what a reader sent.
        err: (error) => ({ ...safeError(error), type: error.name, message: '', stack: '' }),
        res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode ?? 0 }),
      },
    },
  };
}
