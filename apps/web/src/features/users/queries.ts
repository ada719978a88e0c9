import { getProfile } from '@cuentos/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '../../lib/api/query-of.ts';

/** The profile of the signed-in account. */
export const profileQuery = queryOptions({
  ...queryOf(getProfile, { handles: [404] }),
  staleTime: 300_000,
  // Fails at once without a connection, instead of waiting for one.
  networkMode: 'always',
});
