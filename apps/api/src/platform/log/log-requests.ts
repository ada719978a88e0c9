import type { FastifyInstance } from 'fastify';

/** One line per answered request; what it was about is in the route pattern only. */
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
