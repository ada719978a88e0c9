import { limits } from '@cuentos/contract/limits';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { namesWebAddress } from '@cuentos/domain/text/web-address';
import { session } from '../../lib/api/session.ts';
import { createStore } from '../../lib/store.ts';

/** Fields of a gift that is being filled in. */
export interface GiftDraft {
  readonly giverName: string;
  readonly email: string;
  readonly message: string;
  readonly isOnDay: boolean;
  /** `2026-12-24`; empty without a choice. */
  readonly day: string;
}

export const emptyGift: GiftDraft = { giverName: '', email: '', message: '', isOnDay: false, day: '' };

/**
 * The gift's fields in the purchase sheet. They are kept while the sheet is closed and end with the page, because they
 * contain data of another person.
 */
interface SheetGift extends GiftDraft {
  readonly isOn: boolean;
}

const nothing: SheetGift = { ...emptyGift, isOn: false };

export const sheetGift = createStore(nothing);

/**
 * Turns the gift switch on or off: its state of an earlier purchase does not count for this one. A gift starts with the
 * name of its giver's account, which can be changed or removed.
 */
export function meanGift(isGift: boolean): void {
  const { giverName, isOn, ...rest } = sheetGift.snapshot();
  const isNew = isGift && !isOn && giverName === '';
  sheetGift.set({ ...rest, giverName: isNew ? ownName() : giverName, isOn: isGift });
}

/**
 * Name of the account; empty where a gift may not bear it, and where it equals the beginning of the address: an account
 * made by a code is named so, and its owner may not want to show it.
 */
function ownName(): string {
  const claims = session.claims();
  const name = claims?.name?.trim() ?? '';
  const isOfAddress = claims?.sub?.startsWith(`${name}@`) ?? false;
  return isOfAddress || graphemeCount(name) > limits.giverNameMax || namesWebAddress(name) ? '' : name;
}

/** Deletes the typed names and addresses, before another user signs in. */
export function forgetGift(): void {
  sheetGift.set(nothing);
}
