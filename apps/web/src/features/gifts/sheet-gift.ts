import { createStore } from '../../lib/store.ts';

/** What is being said of a gift. */
export interface GiftDraft {
  readonly giverName: string;
  readonly email: string;
  readonly message: string;
  readonly isOnDay: boolean;
  /** `2026-12-24`; empty while none is chosen. */
  readonly day: string;
}

export const emptyGift: GiftDraft = { giverName: '', email: '', message: '', isOnDay: false, day: '' };

/** The same in the sheet before paying: kept while the sheet is closed, and gone with the page, for it is about others. */
interface SheetGift extends GiftDraft {
  readonly isOn: boolean;
}

const nothing: SheetGift = { ...emptyGift, isOn: false };

export const sheetGift = createStore(nothing);

/** Opens the sheet as a gift or for oneself: the switch of an earlier purchase does not count for this one. */
export function meanGift(isGift: boolean): void {
  sheetGift.set({ ...sheetGift.snapshot(), isOn: isGift });
}

/** Forgets the names and addresses that were typed, before another user comes. */
export function forgetGift(): void {
  sheetGift.set(nothing);
}
