import type { NewsletterBody } from '@cuentos/contract/site';
import * as endpoints from '@cuentos/contract/endpoints';
import { call } from '../../lib/api-client.ts';

const calls = { confirm: endpoints.confirmList, unsubscribe: endpoints.leaveList } as const;

export type ListLink = keyof typeof calls;

/** Does what the link in a mail of the mailing list is for. */
export async function followListLink(link: ListLink, token: string): Promise<void> {
  const json: NewsletterBody = { token };
  await call(calls[link], { json, handles: 'all' });
}
