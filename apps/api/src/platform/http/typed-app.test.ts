import * as checkout from '@cuentos/contract/endpoints/checkout';
import * as endpoints from '@cuentos/contract/endpoints';
import { publicBook, publicBooks } from '@cuentos/contract/books';
import { preferenceBody, preference } from '@cuentos/contract/checkout';
import { positionQuery, lastPosition } from '@cuentos/contract/reading';
import { id } from '@cuentos/contract/primitives';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routeOf } from './typed-app.ts';

const described = { tags: ['Books'], summary: 'A route' };
const byPart = z.object({ part_id: id });

describe('a route of an endpoint', () => {
  it('has the method and the address that the contract names', () => {
    const schema = { ...described, response: { 200: publicBooks } };
    expect(routeOf(endpoints.listBooks, schema)).toEqual({ method: 'GET', url: endpoints.listBooks.path, schema });
  });

  it('does not compile with schemas that the contract does not name', () => {
    const routes = [
      // @ts-expect-error another answer than the contract's
      () => routeOf(endpoints.listBooks, { ...described, response: { 200: publicBook } }),
      // @ts-expect-error a body where the contract has none
      () => routeOf(endpoints.listBooks, { ...described, body: preferenceBody, response: { 200: publicBooks } }),
      // @ts-expect-error no body where the contract has one
      () => routeOf(checkout.createPreference, { ...described, params: byPart, response: { 200: preference } }),
      // @ts-expect-error no query where the contract has one
      () => routeOf(endpoints.lastPosition, { ...described, params: byPart, response: { 200: lastPosition } }),
      () =>
        // @ts-expect-error a parameter with another name than the address has
        routeOf(checkout.getOrder, { ...described, params: byPart, response: { 200: z.unknown() } }),
      () =>
        // @ts-expect-error no parameter where the address has one
        routeOf(endpoints.lastPosition, {
          ...described,
          querystring: positionQuery,
          response: { 200: lastPosition },
        }),
    ];
    expect(routes).toHaveLength(6);
  });
});
