import type { NewsletterBody } from '@cuentos/contract/contact';
import { paths } from '@cuentos/contract/paths';
import { callApi } from '../../lib/api-client.ts';

const calls = { confirm: paths.newsletterConfirm, unsubscribe: paths.newsletterUnsubscribe } as const;

export type ListLink = keyof typeof calls;

/** Does what the link in a mail of the mailing list is for. */
export async function followListLink(link: ListLink, token: string): Promise<void> {
  const json: NewsletterBody = { token };
  await callApi(calls[link], { method: 'POST', json, handles: 'all' });
}
