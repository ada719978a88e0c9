import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { newId } from '../db/new-id.ts';

/**
 * Settings of the request log: one line per request with its id, method, route pattern and status. Raw paths,
 * queries, headers and bodies never appear, for they carry addresses, tokens and notes.
 */
export function loggerOptions(level: string): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'disableRequestLogging'> {
  return {
    genReqId: () => newId(),
    disableRequestLogging: true,
    logger: {
      level,
      base: null,
      messageKey: 'message',
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions.url ?? 'unknown' }),
        res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode ?? 0 }),
      },
    },
  };
}
