import { type Call, type ParamsOf, type QueryOf, urlOf } from '@cuentos/contract/call';

/**
 * Cache key of a call: the segments of its path, then its query. Without `params` the key ends before the first
 * parameter, so that it matches the keys of all values: `keyOf(listThreads)` matches each thread too.
 */
export function keyOf<C extends Call>(
  call: C,
  { params, query }: { readonly params?: ParamsOf<C> | undefined; readonly query?: QueryOf<C> | undefined } = {},
): readonly unknown[] {
  const path = params === undefined ? call.path.replace(/\/:.*/, '') : urlOf(call, params);
  const words = path.split('/').filter((word) => word !== '');
  return query === undefined ? words : [...words, query];
}
