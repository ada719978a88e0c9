import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { priceAt } from '@cuentos/domain/orders/price';
import type { PublicBook } from '@cuentos/contract/books';
import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { missingSalesFacts, type SalesFact } from '../../../platform/config/shop-facts.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { CaptchaUnavailable } from '../../../ports/captcha.ts';
import { PaymentUnauthorized } from '../../../ports/payment.ts';
import { type StoragePort, StorageUnavailable } from '../../../ports/storage.ts';
import { readBackupFacts } from '../../backups/service.ts';
import {
  advised,
  certificateFinding,
  type Check,
  type CheckContext,
  dayText,
  missing,
  momentText,
  ready,
} from '../context.ts';
import { findingTexts as t } from '../texts.ts';

/** Time limit of checks inside the process and its database, ms. */
const INSIDE_LIMIT_MS = 5000;
const OUTSIDE_LIMIT_MS = 12_000;

const LEGAL_FACTS: readonly SalesFact[] = ['seller_name', 'seller_tax_id', 'seller_address', 'contact_email'];

const TO_LEGAL = { kind: 'page', label: t.goToLegal, path: '/admin/shop?seccion=legal' } as const;
const TO_IDENTITY = { kind: 'page', label: t.goToIdentity, path: '/admin/shop' } as const;

/** Checks whether a buyer can see who sells. */
export const sellerCheck: Check = {
  name: 'seller',
  isNeeded: true,
  isInside: true,
  limitMs: INSIDE_LIMIT_MS,
  async run({ config, shop }) {
    await shop.current();
    const absent = missingSalesFacts(shop.seller, config).filter((fact) => LEGAL_FACTS.includes(fact));
    if (absent.length === 0) return ready(t.sellerReady);
    const there = LEGAL_FACTS.filter((fact) => !absent.includes(fact));
    const isContact = absent.every((fact) => fact === 'contact_email');
    const next = isContact ? t.contactNext : absent.includes('contact_email') ? t.sellerAndContactNext : t.sellerNext;
    return missing(t.sellerMissing(absent, there), next, { action: isContact ? TO_IDENTITY : TO_LEGAL });
  },
};

/** Checks whether the provider accepts our credentials, and whether they are live. */
export const paymentsCheck: Check = {
  name: 'payments',
  isNeeded: true,
  isInside: false,
  limitMs: OUTSIDE_LIMIT_MS,
  async run({ config, payments }) {
    if (config.sandbox) return missing(t.sandbox, t.sandboxNext);
    try {
      const { country, isLive } = await payments.account();
      const { refusedSince, refundsOnly } = await payments.providerState();
      // Credentials may allow reading and nothing else.
      if (refusedSince !== null) {
        const since = momentText(refusedSince);
        return refundsOnly
          ? missing(t.refundsRefusedSince(since), t.refundsRefusedNext)
          : missing(t.accountRefusedSince(since), t.accountRefusedNext);
      }
      if (!isLive) return missing(t.accountTrial, t.accountTrialNext);
      if (country === null) return advised(t.accountUnknownPlace, t.accountAbroadNext);
      if (country !== 'CL') return missing(t.accountAbroad(country), t.accountAbroadNext);
      return ready(t.accountReady);
    } catch (error) {
      if (error instanceof PaymentUnauthorized) return missing(t.accountRefused, t.accountRefusedNext);
      return certificateFinding(t.services.payments, error) ?? missing(t.accountSilent, t.accountSilentNext);
    }
  },
};

/**
 * Checks whether browsers on the shop's pages may read files from the bucket (CORS): without it books are read through
 * the shop and never stored on a device.
 */
async function isOpenToBrowsers(storage: StoragePort, key: string, origin: string, context: CheckContext) {
  const link = await storage.signedUrl(key, context.ports.clock.now() + MINUTE_MS, 'prueba.epub');
  const answer = await fetch(link, { headers: { origin }, redirect: 'error', signal: context.signal });
  await answer.arrayBuffer();
  const allowed = answer.headers.get('access-control-allow-origin');
  return answer.ok && (allowed === '*' || allowed === origin);
}

/** The rule as Amazon's, Cloudflare's and most other consoles take it. */
const bucketRule = (origin: string): string =>
  JSON.stringify(
    [
      {
        AllowedOrigins: [origin],
        AllowedMethods: ['GET'],
        AllowedHeaders: ['range'],
        ExposeHeaders: ['Content-Range'],
        MaxAgeSeconds: 3600,
      },
    ],
    null,
    2,
  );

/** Whether a file comes back as it was put, reaches the readers' browsers, and can be deleted. */
export const storageCheck: Check = {
  name: 'storage',
  isNeeded: true,
  isInside: false,
  limitMs: OUTSIDE_LIMIT_MS,
  async run(context) {
    const { storage, clock } = context.ports;
    const origin = storage.origin === null ? null : new URL(context.config.PUBLIC_URL ?? 'http://localhost').origin;
    const next = storage.origin === null ? t.storageNextDisk : t.storageNextBucket;
    const key = `setup/${newId(clock.now())}`;
    const bytes = randomBytes(1024);
    try {
      await storage.putBytes(key, bytes, 'application/octet-stream');
      const { stream } = await storage.read(key);
      const isSame = bytes.equals(await buffer(stream));
      const isOpen = origin === null || (await isOpenToBrowsers(storage, key, origin, context));
      await storage.delete(key);
      if (!isSame) return missing(t.storageDifferent, next);
      if (await storage.exists(key)) return advised(t.storageLeft, next);
      if (origin === null || isOpen) return ready(t.storageReady);
      const action = { kind: 'copy', label: t.copyStorageRule, text: bucketRule(origin) } as const;
      return missing(t.storageClosed(origin), t.storageClosedNext, { action });
    } catch (error) {
      const found = error instanceof StorageUnavailable ? t.storageSilent : t.storageRefused;
      return certificateFinding(t.services.storage, error) ?? missing(found, next);
    }
  },
};

/** Checks whether the tax document of sales is decided; sales do not depend on it. */
export const taxDocumentsCheck: Check = {
  name: 'tax_documents',
  isNeeded: false,
  isInside: true,
  limitMs: INSIDE_LIMIT_MS,
  async run({ config, shop }) {
    const { tax_document: way } = (await shop.current()).legal;
    if (way === 'undecided') return advised(t.taxUndecided, t.taxUndecidedNext, { action: TO_LEGAL });
    if (way === 'voucher') return ready(t.taxVoucher);
    return config.TAX_ISSUER === 'files' ? advised(t.taxFiles, t.taxFilesNext) : ready(t.taxIssuer);
  },
};

/** Whether the captcha is on and its provider answers. */
export const captchaCheck: Check = {
  name: 'captcha',
  isNeeded: false,
  isInside: false,
  limitMs: OUTSIDE_LIMIT_MS,
  async run({ ports: { captcha } }) {
    const { provider } = captcha.info;
    if (provider === 'none') return advised(t.captchaOff, t.captchaOffNext);
    if (provider === 'altcha') return ready(t.captchaOwn);
    try {
      // Refused by the server that listens there.
      await captcha.verify('setup', 'login', '127.0.0.1');
      return ready(t.captchaOther(provider));
    } catch (error) {
      if (!(error instanceof CaptchaUnavailable)) throw error;
      return certificateFinding(provider, error) ?? missing(t.captchaSilent(provider), t.captchaSilentNext);
    }
  },
};

/** A shop that changes every day has lost more than a week's work then. */
const BACKUP_OLD_MS = 7 * DAY_MS;

const TO_BACKUPS = { kind: 'page', label: t.goToBackups, path: '/admin/backups' } as const;

/** When the shop was saved last, whether that can be put back, and what would be lost together with it. */
export const backupsCheck: Check = {
  name: 'backups',
  isNeeded: false,
  isInside: true,
  limitMs: INSIDE_LIMIT_MS,
  async run({ config, ports }) {
    const facts = await readBackupFacts({ config, ports });
    const { goodAt, tried, failure, shares, isKeyKept, isOwn, otherKey } = facts;
    const action = { action: TO_BACKUPS };
    if (failure !== null) return advised(failure, t.backupFailedNext, action);
    if (goodAt === null) return advised(t.backupNone, t.backupNoneNext, action);
    if (otherKey) {
      const { fingerprint, lastAt, now } = otherKey;
      return advised(t.backupOtherKey(fingerprint, momentText(lastAt), now), t.backupOtherKeyNext(fingerprint), action);
    }
    const madeAt = momentText(goodAt);
    if (ports.clock.now() - goodAt > BACKUP_OLD_MS) return advised(t.backupOld(madeAt), t.backupOldNext, action);
    if (!tried) return advised(t.backupUntried(madeAt), t.backupUntriedNext);
    const day = dayText(tried.at);
    if (!tried.isGood) return advised(t.backupTrialFailed(madeAt, day), t.backupTrialFailedNext);
    if (isOwn && !isKeyKept) return advised(t.backupKey(madeAt), t.backupKeyNext, action);
    if (isOwn && shares !== null) return advised(t.backupShares(madeAt, shares), t.backupSharesNext, action);
    return ready(t.backupReady(madeAt, day));
  },
};

const toBooks = { kind: 'page', label: t.goToBooks, path: '/admin/books' } as const;

/** Whether there is anything to buy, and every part of it can be bought alone. */
export const bookCheck: Check = {
  name: 'book',
  isNeeded: true,
  isInside: true,
  limitMs: INSIDE_LIMIT_MS,
  async run({ books, pocket, ports: { clock } }) {
    const { books: listed } = await books.catalogue.read();
    const now = clock.now();
    const sold = listed.map((book) => ({ book, parts: partsForSale(book) })).filter(({ parts }) => parts.length > 0);
    const out = sold
      .map(({ book, parts }) => ({ book, count: parts.filter((at) => at <= now).length }))
      .find(({ count }) => count > 0);
    const least = pocket.leastAmount();
    const cheap = partsBelow(listed, least, now);
    if (out && cheap.length > 0) return advised(t.bookTooCheap(cheap, least), t.bookTooCheapNext, { action: toBooks });
    if (out) return ready(t.bookReady(out.book.name, out.count));
    const next = sold
      .map(({ book, parts }) => ({ book, at: Math.min(...parts) }))
      .toSorted((a, b) => a.at - b.at)
      .at(0);
    if (next) return advised(t.bookWaiting(next.book.name, momentText(next.at)), t.bookWaitingNext);
    return missing(t.bookNone, t.bookNoneNext, { action: toBooks });
  },
};

/** Names of parts that cost something now, but less than the provider takes at once. */
function partsBelow(books: readonly PublicBook[], least: number, now: number): string[] {
  const parts = books.flatMap((book) => book.parts).filter(({ ebook }) => ebook);
  const isBelow = (part: PublicBook['parts'][number]): boolean => {
    const presaleEndAt = part.presale_end_date === null ? null : Date.parse(part.presale_end_date);
    const presale = { isPresale: part.is_presale, presaleEndAt };
    const { final } = priceAt(
      { value: part.value, discountPercentage: part.presale_discount_percentage, ...presale },
      now,
    );
    return final > 0 && final < least;
  };
  return parts.filter(isBelow).map(({ name }) => name);
}

/** Release times of the parts with a file and a price. */
function partsForSale({ parts }: PublicBook): number[] {
  return parts.filter(({ ebook, value }) => ebook && value > 0).map((part) => new Date(part.release_date).getTime());
}
