import { HOUR_MS } from '@cuentos/domain/time/durations';
import { consentTextVersion } from '@cuentos/contract/site';
import { type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { ConsentRow, SubscriberRow } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import { hashLinkToken, newLinkToken } from '../../platform/link-token.ts';
import { createSigner } from '../../platform/signer.ts';
import type { Clock } from '../../ports/clock.ts';
import { confirmListMail, type MailSender, queueMail } from '../mail/service.ts';
import * as repository from './repository.ts';

const CONFIRM_LIFETIME_MS = 7 * 24 * HOUR_MS;
/** Confirmation mails that one address gets per day at most, however many people type it in. */
const MAILS_PER_DAY = 3;

/** How somebody told us. */
type Method = ConsentRow['method'];

export interface MailingListService {
  /**
   * Notes an address for the mailing list and mails it a link that confirms; an address on the list already gets no
   * mail. The caller learns nothing of which it was. @throws {AppError} too_many_requests
   */
  signUp(email: string, method: Extract<Method, 'form' | 'address'>, address: string): Promise<void>;
  /** Puts an address on the list; the same link may be opened again while it lasts. @throws {AppError} newsletter_link_invalid */
  confirm(token: string): Promise<void>;
  /** Takes an address off the list; twice is fine. @throws {AppError} newsletter_link_invalid */
  unsubscribe(token: string, method: Extract<Method, 'mail-link' | 'one-click'>): Promise<void>;
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly from: MailSender;
  readonly unsubscribeKeys: { readonly current: Uint8Array; readonly earlier: readonly Uint8Array[] };
  readonly contactPerHour: number;
}

/** The mailing list, with double opt-in. */
export function createMailingListService(deps: Deps): MailingListService {
  const { db, clock, limiter } = deps;
  const links = createUnsubscribeLinks(deps.from.origin, deps.unsubscribeKeys);
  return {
    async signUp(email, method, address) {
      const within = await limiter.hit(`contact:${addressKey(address)}`, deps.contactPerHour, HOUR_MS);
      if (!within) throw new AppError('too_many_requests');
      const mayMail = await limiter.hit(`contact-mail:${email}`, MAILS_PER_DAY, 24 * HOUR_MS);
      if (!mayMail) return;
      await db
        .withTx(async (tx) => request(tx, deps, links.urlFor, email, method))
        .catch((error: unknown) => {
          // The same address twice in one moment: the first one's mail is on its way.
          if (!isUniqueViolation(error)) throw error;
        });
    },
    async confirm(token) {
      const now = clock.now();
      await db.withTx(async (tx) => {
        const subscriber = await repository.findSubscriber(tx, 'confirm_hash', hashLinkToken(token));
        if (!subscriber || (subscriber.confirm_expires_at ?? 0) <= now) throw new AppError('newsletter_link_invalid');
        if (subscriber.state === 'confirmed') return;
        await repository.updateSubscriber(tx, subscriber.id, { state: 'confirmed', updated_at: now });
        await record(tx, subscriber, { action: 'confirmed', method: 'mail-link' }, now);
      });
    },
    async unsubscribe(token, method) {
      const id = links.read(token);
      const now = clock.now();
      await db.withTx(async (tx) => {
        const subscriber = id === null ? undefined : await repository.findSubscriber(tx, 'id', id);
        if (!subscriber) throw new AppError('newsletter_link_invalid');
        if (subscriber.state === 'unsubscribed') return;
        // The confirmation link of an older mail must not put the address back.
        const change = {
          state: 'unsubscribed',
          confirm_hash: null,
          confirm_expires_at: null,
          updated_at: now,
        } as const;
        await repository.updateSubscriber(tx, subscriber.id, change);
        await record(tx, subscriber, { action: 'unsubscribed', method }, now);
      });
    },
  };
}

async function request(
  tx: Tx,
  { clock, from }: Deps,
  unsubscribeUrl: (id: string) => string,
  email: string,
  method: Method,
): Promise<void> {
  const now = clock.now();
  const known = await repository.findSubscriber(tx, 'email', email);
  if (known?.state === 'confirmed') return;
  const { token, hash } = newLinkToken();
  const pending = {
    state: 'pending',
    confirm_hash: hash,
    confirm_expires_at: now + CONFIRM_LIFETIME_MS,
    updated_at: now,
  } as const;
  const subscriber: SubscriberRow = { id: known?.id ?? newId(now), email, created_at: now, ...known, ...pending };
  if (known) await repository.updateSubscriber(tx, known.id, pending);
  else await repository.insertSubscriber(tx, subscriber);
  await record(tx, subscriber, { action: 'requested', method }, now);
  const content = confirmListMail({ from, confirmToken: token, unsubscribeUrl: unsubscribeUrl(subscriber.id) });
  await queueMail(tx, email, `newsletter-confirm:${hash}`, content, now);
}

async function record(
  tx: Tx,
  { id, email }: SubscriberRow,
  what: Pick<ConsentRow, 'action' | 'method'>,
  now: number,
): Promise<void> {
  const row = { id: newId(now), subscriber_id: id, email, text_version: consentTextVersion, at: now, ...what };
  await repository.recordConsent(tx, row);
}

/** Links out of the mailing list: they must work in every mail ever sent, so they are signed and never end. */
export interface UnsubscribeLinks {
  urlFor(subscriberId: string): string;
  /** The subscriber that a token names; null when we did not make it. */
  read(token: string): string | null;
}

function createUnsubscribeLinks(origin: string, keys: Deps['unsubscribeKeys']): UnsubscribeLinks {
  const signer = createSigner(keys.current, keys.earlier);
  return {
    urlFor: (id) => `${origin}/newsletter/unsubscribe/${id}.${signer.sign(id)}`,
    read(token) {
      const [id = '', signature = '', ...rest] = token.split('.');
      return signer.verify(id, signature) && rest.length === 0 ? id : null;
    },
  };
}
