/** Facts that decide how a part's card looks in the library, at one moment. */
export interface PartCardFacts {
  readonly online: boolean;
  /** Owned without an end: bought, granted or free. */
  readonly owned: boolean;
  /** May be read now by early access. */
  readonly earlyAccess: boolean;
  readonly released: boolean;
  readonly hasEbook: boolean;
  /** The shop took it from every reader. */
  readonly isRecalled: boolean;
  /** Whether this device stores the part's file. */
  readonly onDevice: boolean;
  /** Whether the device is downloading the part's file. */
  readonly downloading: boolean;
  /** Current price for the buyer, pesos. */
  readonly finalPrice: number;
}

/**
 * Reading side of the card. `soon` is bought but not readable yet; without a connection `waiting` is owned and not on
 * the device, and `offline-blocked` could only be bought. `recalled`: the person owns the part, and an admin has
 * recalled it.
 */
export type ReadState =
  | 'on-device'
  | 'downloading'
  | 'to-download'
  | 'soon'
  | 'recalled'
  | 'waiting'
  | 'offline-blocked'
  | null;

/** Selling side of the card. `unreleased` and `no-ebook` cannot be bought. */
export type OfferState = 'free' | 'for-sale' | 'unreleased' | 'no-ebook' | null;

/** Both sides of the card: only an early reader sees a reading button and an offer together. */
export interface PartCardState {
  readonly read: ReadState;
  readonly offer: OfferState;
}

function offerOf({ released, hasEbook, finalPrice }: PartCardFacts): Exclude<OfferState, null> {
  if (!released) return 'unreleased';
  if (!hasEbook) return 'no-ebook';
  return finalPrice === 0 ? 'free' : 'for-sale';
}

function readOf(facts: PartCardFacts): Exclude<ReadState, 'recalled' | 'waiting' | 'offline-blocked' | null> {
  if (facts.onDevice) return 'on-device';
  if (facts.downloading) return 'downloading';
  const readable = facts.hasEbook && (facts.released || facts.earlyAccess);
  return readable ? 'to-download' : 'soon';
}

/** Without a connection a part that is not on the device cannot be downloaded. */
const withoutConnection = (readState: Exclude<ReadState, null>): ReadState =>
  readState === 'on-device' || readState === 'soon' ? readState : 'waiting';

/**
 * State of a part's card. Early access reads and may still buy; a released part without an ebook can neither be read nor
 * bought; a final price of 0 is free. Of a recalled one nothing is read or bought.
 */
export function partCard(facts: PartCardFacts): PartCardState {
  const mayRead = facts.owned || facts.earlyAccess;
  if (facts.isRecalled && mayRead) return { read: 'recalled', offer: null };
  if (!facts.online) {
    return { read: mayRead ? withoutConnection(readOf(facts)) : 'offline-blocked', offer: null };
  }
  if (facts.owned) return { read: readOf(facts), offer: null };
  const offer = offerOf(facts);
  if (!facts.earlyAccess) return { read: null, offer };
  const buyable = offer === 'free' || offer === 'for-sale';
  return { read: readOf(facts), offer: buyable ? offer : null };
}
