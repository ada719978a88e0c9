import type { Profile } from '@cuentos/contract/auth';
import { paths } from '@cuentos/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** GET /api/users/me. */
export const profileQuery = queryOptions({
  queryKey: ['me'],
  queryFn: (): Promise<Profile> => callApi(paths.me, { handles: [404] }),
  staleTime: 300_000,
});
