import { type Call, type ParamsOf, type QueryOf, urlOf } from '@cuentos/contract/call';

/**
 * Key of what a call answers in the cache: the words of its path, then what it asks with. Without the values of its
 * parameters it ends before the first of them, and stands for everything below: `keyOf(listThreads)` for each thread too.
 */
export function keyOf<C extends Call>(
  call: C,
  { params, query }: { readonly params?: ParamsOf<C> | undefined; readonly query?: QueryOf<C> | undefined } = {},
): readonly unknown[] {
  const path = params === undefined ? call.path.replace(/\/:.*/, '') : urlOf(call, params);
  const words = path.split('/').filter((word) => word !== '');
  return query === undefined ? words : [...words, query];
}
