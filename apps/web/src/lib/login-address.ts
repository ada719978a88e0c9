import type { Role } from '@cuentos/contract/account-fields';
import { teamHomes } from './team-homes.ts';

/** Addresses that need a session, to which a login leads back. */
const PRIVATE =
  /^\/(?:user-library|user-settings|notebook|reader|reader-settings|update-password|admin|writter)(?:[/?#]|$)/;
/** Addresses that need no session, to which a login leads back as well. */
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
 * Where a login leads: back to where one was, else to the part or book on the way, else for the team to its work and for
 * everybody else to the library.
 * @param search query of the login's own address; what is no address of this shop that a login goes on to does not count
 * @param role of who entered, if it is known
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

/** Where a part of a book is bought: its card, with what is asked before paying open. */
const buyingAddress = (bookId: string, partId: string, isGift = false) =>
  `${libraryAddress(bookId)}?part=${encodeURIComponent(partId)}${isGift ? GIFT : ''}`;

/** In place of a part's id: all that are missing of the book. */
export const ALL_PARTS = 'all';

/**
 * Where a press on the price leads: to the part among one's own, by way of an account for who has none.
 * @param isGift it is bought as a gift
 */
export const purchaseAddress = (bookId: string, partId: string, hasSession: boolean, isGift = false) =>
  hasSession
    ? buyingAddress(bookId, partId, isGift)
    : `/register/${bookId}?part=${encodeURIComponent(partId)}${isGift ? GIFT : ''}`;

const libraryAddress = (bookId: string | undefined) =>
  bookId === undefined ? '/user-library' : `/user-library/${bookId}`;
