import type { Role } from '@cuentos/contract/account-fields';
import { teamHomes } from './team-homes.ts';

/** Addresses that require a session, to which a login leads back. */
const PRIVATE =
  /^\/(?:user-library|user-settings|notebook|reader|reader-settings|update-password|admin|writter)(?:[/?#]|$)/;
/** Addresses without a session to which a login leads back as well. */
const GOES_ON = /^\/(?:pocket|(?:gift|verify-email|change-email)\/[\w.-]+)(?:[?#]|$)/;
const OF_A_BOOK = /^\/(?:user-library|reader)\/([^/]+)/;

/** Whether an address needs a session. */
export const isPrivateAddress = (path: string): boolean => PRIVATE.test(path);

/**
 * Address of the login for a visitor at an address that needs a session: it carries the book and leads back to that
 * address.
 * @param here path and query
 */
export function loginAddress(here: string): string {
  if (!isPrivateAddress(here)) return '/login';
  const book = OF_A_BOOK.exec(here.split(/[?#]/)[0] ?? '')?.[1];
  const login = book === undefined ? '/login' : `/login/${book}`;
  const part = new URLSearchParams(here.split('?')[1]).get('part');
  for (const isGift of [false, true]) {
    if (book === undefined || part === null || here !== buyingAddress(book, part, isGift)) continue;
    return `${login}?part=${encodeURIComponent(part)}${isGift ? GIFT : ''}`;
  }
  return here === libraryAddress(book) ? login : `${login}?next=${encodeURIComponent(here)}`;
}

/**
 * Target of a login: back to the page before, else to the part or book being bought, else for the team to its working
 * area and for others to the library.
 * @param search query of the login's own address; other addresses than the allowed ones of this shop are ignored
 * @param role of the signed-in person, if known
 */
export function addressAfterLogin(search: string, bookId: string | undefined, role?: Role): string {
  const query = new URLSearchParams(search);
  const next = query.get('next');
  if (next !== null && (isPrivateAddress(next) || GOES_ON.test(next))) return next;
  const part = query.get('part');
  if (bookId === undefined) return (role && teamHomes[role]) ?? libraryAddress(bookId);
  return part === null ? libraryAddress(bookId) : buyingAddress(bookId, part, query.has('gift'));
}

const GIFT = '&gift=1';

/** Where a part of a book is bought: its card, with the purchase sheet open. */
const buyingAddress = (bookId: string, partId: string, isGift = false) =>
  `${libraryAddress(bookId)}?part=${encodeURIComponent(partId)}${isGift ? GIFT : ''}`;

/** Stands in for a part's id: all missing parts of the book. */
export const ALL_PARTS = 'all';

/**
 * Target of a press on the price: the part in the library, by way of the login for a visitor without an account.
 * @param isGift whether it is bought as a gift
 */
export const purchaseAddress = (bookId: string, partId: string, hasSession: boolean, isGift = false) =>
  hasSession
    ? buyingAddress(bookId, partId, isGift)
    : `/register/${bookId}?part=${encodeURIComponent(partId)}${isGift ? GIFT : ''}`;

const libraryAddress = (bookId: string | undefined) =>
  bookId === undefined ? '/user-library' : `/user-library/${bookId}`;
