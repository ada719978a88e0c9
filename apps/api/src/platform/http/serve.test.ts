import { callsOf } from '@cuentos/contract/call';
import { getOrder } from '@cuentos/contract/orders';
import { text } from '@cuentos/contract/primitives';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from '@fastify/type-provider-zod';
import Fastify, { type RouteOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serve, type TypedApp } from './serve.ts';

const { admin, anyone } = callsOf('tests');
const counted = z.object({ count: z.int() });
const ID = '0190ABCD-0000-7000-8000-00000000ABCD';

const app = (): TypedApp => {
  const server = Fastify();
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  return server.withTypeProvider<ZodTypeProvider>();
};

describe('the route of a call', () => {
  it('has the method, path, access and checks of the contract', () => {
    const routes: RouteOptions[] = [];
    const shop = app();
    shop.addHook('onRoute', (route) => void routes.push(route));
    const rules = { asksAgain: true, securityEvent: 'x', body: counted } as const;
    serve(shop, admin('POST', '/api/x/:id', 'Send one', rules), async () => undefined);
    expect(routes).toMatchObject([
      {
        method: 'POST',
        url: '/api/x/:id',
        config: { access: 'admin', asksAgain: true, securityEvent: 'x' },
        schema: { tags: ['tests'], summary: 'Send one', body: counted },
      },
    ]);
    expect(Object.keys(routes[0]?.config ?? {})).toEqual(['access', 'asksAgain', 'securityEvent']);
  });

  it('checks each parameter as an id, unless the call says otherwise', async () => {
    const shop = app();
    const rules = { params: { '*': text(9) }, answer: z.unknown() };
    serve(shop, anyone('GET', '/api/x/:id/r/*', 'One', rules), async ({ params }) => params);
    expect((await shop.inject(`/api/x/${ID}/r/a/b`)).json()).toEqual({ id: ID.toLowerCase(), '*': 'a/b' });
    expect((await shop.inject('/api/x/1/r/a/b')).statusCode).toBe(400);
    expect((await shop.inject(`/api/x/${ID}/r/a/b/c/d/e/f`)).statusCode).toBe(400);
  });

  it('answers with its status, and without a body if the call has none', async () => {
    const shop = app();
    serve(shop, anyone('POST', '/api/made', 'Make one', { answer: counted, status: 201 }), async () => ({ count: 1 }));
    serve(shop, anyone('POST', '/api/nothing', 'Do it'), async () => undefined);
    const response = await shop.inject({ method: 'POST', url: '/api/made' });
    expect([response.statusCode, response.json()]).toEqual([201, { count: 1 }]);
    const nothing = await shop.inject({ method: 'POST', url: '/api/nothing' });
    expect([nothing.statusCode, nothing.body]).toEqual([204, '']);
  });

  it('does not compile with values that the contract does not name', () => {
    const order = getOrder.rules.answer.parse.bind(getOrder.rules.answer);
    const routes = [
      // @ts-expect-error another answer than the contract's
      () => serve(app(), getOrder, async () => ({ count: 1 })),
      // @ts-expect-error a parameter with another name than the address has
      () => serve(app(), getOrder, async ({ params }) => order(params.part_id)),
      // @ts-expect-error a body where the contract has none
      () => serve(app(), getOrder, async ({ body }) => order(body.part_ids)),
      // @ts-expect-error a question that the contract does not name
      () => serve(app(), getOrder, async ({ query }) => order(query.offset)),
    ];
    expect(routes).toHaveLength(4);
  });
});
