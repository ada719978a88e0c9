import { adminCountGivenUpMails } from '@cuentos/contract/mails';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { queryOptions } from '@tanstack/react-query';
import { adminQueryOf } from './admin-call.ts';

/** How many mails were given up lately; looks again now and then. */
export const givenUpQuery = queryOptions({
  ...adminQueryOf(adminCountGivenUpMails, { handles: 'all', quiet: true }),
  refetchInterval: MINUTE_MS,
});
