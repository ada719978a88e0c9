import { API_PREFIX } from '@cuentos/contract/call';
import swagger from '@fastify/swagger';
import { jsonSchemaTransform } from '@fastify/type-provider-zod';
import type { FastifyInstance, FastifySchema } from 'fastify';

/** OpenAPI 3.1 document of every API route at `docs` under the API's prefix, made from the schemas that check the requests. */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cuentos de Bolsillo', version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema, ...route }) => jsonSchemaTransform({ ...route, schema: withForm(schema) }),
  });
  // Generated at the first request and cached: it takes tens of milliseconds of processor time, and anybody may request
  // it.
  let document: Buffer | null = null;
  app.get(`${API_PREFIX}/docs`, { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document);
  });
}

/** A multipart form is read by its route, field by field; `form` describes it where a body would stand. */
function withForm(schema: (FastifySchema & { readonly form?: unknown }) | undefined): FastifySchema {
  const { form, ...rest } = schema ?? {};
  return form === undefined ? rest : { ...rest, body: form };
}
