import { pipeline, Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** Largest body of a call without a session, which only has names, passwords and tokens. */
export const OPEN_BODY_LIMIT = 32 * 1024;
/** Largest body of a call with a session; uploads have limits of their own. */
const SIGNED_IN_BODY_LIMIT = 256 * 1024;
/** Bytes of bodies from strangers that may be in memory at a time. */
const HELD_LIMIT = 32 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts bytes of this request's body that are kept in memory until it is answered.
     * @throws {AppError} busy when the bodies of strangers take too much together
     */
    holdBytes(bytes: number): void;
  }
}

/** Limits bodies before they are read: each by its caller's role, and all concurrent bodies of strangers together. */
export function installBodyLimits(app: FastifyInstance): void {
  const bytesHeld = new WeakMap<FastifyRequest, number>();
  const answered = new WeakSet<FastifyRequest>();
  let heldByAll = 0;
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= allows(route.config) ? OPEN_BODY_LIMIT : SIGNED_IN_BODY_LIMIT;
  });
  app.decorateRequest('holdBytes', function holdBytes(bytes) {
    // A body that arrives after the answer is not counted, because nothing would subtract it again.
    if (!isOpenToAll(this) || answered.has(this)) return;
    if (heldByAll + bytes > HELD_LIMIT) throw new AppError('busy');
    heldByAll += bytes;
    bytesHeld.set(this, (bytesHeld.get(this) ?? 0) + bytes);
  });
  const release = (request: FastifyRequest): void => {
    heldByAll -= bytesHeld.get(request) ?? 0;
    bytesHeld.delete(request);
    answered.add(request);
  };
  app.addHook('onResponse', (request, _reply, done) => {
    // Only requests with a content type have a counted body.
    if (request.headers['content-type'] !== undefined) release(request);
    done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const type = request.headers['content-type']?.toLowerCase();
    if (type === undefined) return done(null, payload);
    // A caller who leaves before the end of the body is never answered.
    reply.raw.once('close', () => release(request));
    // A form is counted where it is parsed.
    if (type.includes('multipart/') || !isOpenToAll(request)) return done(null, payload);
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        try {
          request.holdBytes(chunk.length);
          next(null, chunk);
        } catch (error) {
          next(error as Error);
        }
      },
    });
    // Errors of the body are passed on to its reader.
    done(
      null,
      pipeline(payload, counted, () => undefined),
    );
  });
}

/** Whether this call needs no session. */
export function isOpenToAll({ routeOptions }: FastifyRequest): boolean {
  return allows(routeOptions.config);
}

function allows(config: { readonly access?: string } | undefined): boolean {
  return config?.access === undefined || config.access === 'public';
}
