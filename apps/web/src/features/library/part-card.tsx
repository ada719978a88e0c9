import type { UserPart } from '@cuentos/contract/library';
import { type PartCardState, partCard } from '@cuentos/domain/books/part-card';
import { Calendar, CircleCheck, CircleSlash, Clock, Hourglass, WifiOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatPercent } from '../../lib/format-percent.ts';
import { formatDate, formatLongDate, formatNumber } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { DiscountTag } from '../../ui/price.tsx';
import { StateLine } from '../../ui/state-line.tsx';
import { SoonButton } from '../books/next-step.tsx';
import { PartActions, type PartWays } from '../books/part-actions.tsx';
import { type PartPricing, partPricing } from '../books/part-pricing.ts';
import { Link } from '../../ui/navigation.tsx';
import { PartPrice, PartRow } from '../books/part-row.tsx';
import { isReadFirst } from '../books/sample-part.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { checkoutTexts } from '../orders/purchase/texts.ts';
import { UnfinishedOrderNotice } from '../orders/purchase/unfinished-order-notice.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { DeviceState } from './device-state.tsx';
import { setFinished } from './finished/finished-parts.ts';
import { ReadingButton } from './reading-button.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { libraryTexts as t } from './texts.ts';

interface PartCardProps {
  readonly book: { readonly id: string; readonly name: string };
  readonly part: UserPart;
  readonly online: boolean;
  readonly onDevice: boolean;
  readonly downloading: boolean;
  readonly now: number;
  /** A purchase or a free download of this part is running. */
  readonly busy: boolean;
  /** The buyer has just returned without having paid. */
  readonly notCharged?: boolean;
  /** An order of this book is being requested: parts that are not owned are neither offered nor shown as pending. */
  readonly isAwaited?: boolean;
  readonly onBuy: () => void;
  /** Buys it as a gift. */
  readonly onGive: () => void;
  readonly onTakeFree: () => void;
  /** Called when a payment of this part may have changed. */
  readonly onPaymentChanged: () => void;
}

/** Element id of a part's card. */
export const partCardId = (partId: string): string => `part-${partId}`;

/** A part of a book in the library, in each of its states. */
export function PartCard({ part, online, onDevice, downloading, now, isAwaited = false, ...buying }: PartCardProps) {
  const { card, price } = partView(part, { online, onDevice, downloading, now });
  // A presale is shown before the release too; a part without a file has no offer.
  const onOffer = price.inPresale && price.savings > 0 && card.offer !== null && card.offer !== 'no-ebook';
  const [overlay, setOverlay] = useState(false);
  // Keeps its space, so that nothing moves when the state is known.
  const isHidden = isAwaited && !card.read;
  return (
    <PartRow
      id={partCardId(part.id)}
      // A tap shows the same as hovering and the button's focus.
      onClick={() => onOffer && setOverlay(true)}
      onPointerLeave={() => setOverlay(false)}
      part={part}
      isAway={isOutOfReach(card)}
      isCounted={online}
      onCover={onOffer && <OfferOnCover price={price} until={part.presale_end_date} isShown={overlay} />}
      state={
        <Hidden if={isHidden}>
          {card.read === 'recalled' ? <RecalledState /> : <PartState part={part} card={card} />}
        </Hidden>
      }
      terms={
        <Hidden if={isHidden}>
          <PartTerms part={part} card={card} price={price} onOffer={onOffer} />
        </Hidden>
      }
      actions={
        <Hidden if={isHidden}>
          <LibraryPartActions part={part} card={card} price={price} online={online} {...buying} />
        </Hidden>
      }
    />
  );
}

const Hidden = ({ if: isHidden, children }: { readonly if: boolean; readonly children: ReactNode }) => (
  <div className="contents" style={isHidden ? { visibility: 'hidden' } : undefined}>
    {children}
  </div>
);

const isOutOfReach = ({ read, offer }: PartCardState): boolean =>
  read === 'offline-blocked' ||
  read === 'waiting' ||
  read === 'recalled' ||
  offer === 'unreleased' ||
  offer === 'no-ebook';

interface OfferProps {
  readonly price: PartPricing;
  readonly until: string | null;
}

/** Label over the cover of a presale, where there is room; the rest of the offer appears on hover, focus or tap. */
function OfferOnCover({ price, until, isShown }: OfferProps & { readonly isShown: boolean }) {
  return (
    <div className="max-md:hidden">
      <DiscountTag text={t.discount(formatPercent(price.discountPercentage))} />
      <OfferLines
        price={price}
        until={until}
        className={`absolute inset-x-0 bottom-0 z-1 bg-spot p-1.5 text-on-spot transition-opacity duration-(--cb-dur-ui) group-focus-within:opacity-100 group-hover:opacity-100 ${isShown ? 'opacity-100' : 'opacity-0'}`}
      />
    </div>
  );
}

/** '¡Oferta por tiempo limitado!', end date and saving. */
function OfferLines({ price, until, className }: OfferProps & { readonly className: string }) {
  return (
    <p className={`figures text-2xs ${className}`}>
      <b className="block font-bold">{t.offer}</b>
      {until && <span className="block">{t.until(formatDate(until))}</span>}
      <span className="block">{t.savings(formatNumber(price.savings))}</span>
    </p>
  );
}

interface PartTermsProps {
  readonly part: UserPart;
  readonly card: PartCardState;
  readonly price: PartPricing;
  readonly onOffer: boolean;
}

/** Date of the purchase and progress, or the price. */
function PartTerms({ part, card, price, onOffer }: PartTermsProps) {
  const freeLabel = isReadFirst({ part, offer: card.offer, read: card.read }) ? t.freeDownload : undefined;
  return (
    <>
      {part.acquired_at && (
        <p className="text-xs text-balance text-ink-3">
          {t.acquired(formatLongDate(part.acquired_at), part.gift_from)}
        </p>
      )}
      {card.offer && (
        <PartPrice
          price={price}
          until={part.presale_end_date}
          isTagged={onOffer}
          freeLabel={freeLabel}
          // For a phone, which has no hover.
          offerLead={onOffer && <p className="md:hidden">{t.offer}</p>}
        />
      )}
      {card.read && <ReadingProgress percent={part.percentage} name={part.name} finish={part.finish} />}
      {card.read && part.finish?.finished && <TakeBack part={part} />}
    </>
  );
}

/** Removes the mark 'Terminado'. */
function TakeBack({ part }: { readonly part: UserPart }) {
  const takeBack = () => {
    setFinished(part.id, false, part.finish ?? null).catch(() => showToast('error', t.notFinishedFailed));
  };
  return (
    <Button
      variant="quiet"
      aria-label={t.withName(t.notFinished, part.name)}
      className="-ms-2.5 justify-self-start"
      onClick={takeBack}
    >
      {t.notFinished}
    </Button>
  );
}

/** State of a recalled part. */
export const RecalledState = () => <StateLine icon={<CircleSlash aria-hidden="true" />}>{t.recalled}</StateLine>;

/** State line of the card. */
function PartState({ part, card }: { readonly part: UserPart; readonly card: PartCardState }) {
  if (card.read === 'offline-blocked') return <StateLine icon={<WifiOff aria-hidden="true" />}>{t.offline}</StateLine>;
  if (part.unfinished_order?.state === 'pending' && !card.read) {
    return <StateLine icon={<Hourglass aria-hidden="true" />}>{checkoutTexts.paymentPending}</StateLine>;
  }
  if (card.read === 'waiting') {
    return <StateLine icon={<WifiOff aria-hidden="true" />}>{t.downloadsOnReturn}</StateLine>;
  }
  if (card.read === 'on-device') return <DeviceState partId={part.id} onDevice size={null} />;
  if (card.read === 'downloading') return <DeviceState partId={part.id} onDevice={false} size={part.edition_size} />;
  if (card.read === 'to-download' && !card.offer && part.is_purchased) {
    return <DeviceState partId={part.id} onDevice={false} size={part.edition_size} />;
  }
  if (card.read === 'to-download')
    return <StateLine icon={<Hourglass aria-hidden="true" />}>{t.earlyAccess}</StateLine>;
  if (card.read === 'soon' || card.offer === 'unreleased') {
    const date = formatDate(part.release_date);
    return (
      <StateLine icon={<Calendar aria-hidden="true" />}>
        {card.offer === 'unreleased' ? t.unavailableUntil(date) : t.availableOn(date)}
      </StateLine>
    );
  }
  if (card.offer === 'no-ebook') return <StateLine icon={<Clock aria-hidden="true" />}>{t.unavailable}</StateLine>;
  return (
    <StateLine tone="ok" icon={<CircleCheck aria-hidden="true" />}>
      {t.available}
    </StateLine>
  );
}

interface PartActionsProps {
  readonly book: PartCardProps['book'];
  readonly part: UserPart;
  readonly card: PartCardState;
  readonly price: PartPricing;
  readonly online: boolean;
  readonly busy: boolean;
  readonly notCharged?: boolean;
  readonly onBuy: () => void;
  readonly onGive: () => void;
  readonly onTakeFree: () => void;
  readonly onPaymentChanged: () => void;
}

/** The card's buttons; with early access a part can be read and bought. */
function LibraryPartActions(props: PartActionsProps) {
  const { card } = props;
  if (card.read === 'offline-blocked') return <p className="text-sm text-ink-2">{t.offlineNoBuying}</p>;
  return card.read === 'recalled' ? <RecallNote /> : <OpenPartActions {...props} />;
}

/** The buttons of a part that can be read, kept or bought. */
function OpenPartActions(props: PartActionsProps) {
  const { book, part, card, price, online, notCharged = false, onPaymentChanged } = props;
  // A part with a pending payment is not offered again: that payment may still charge the buyer.
  const order = online ? part.unfinished_order : null;
  // Right after the return the card says that nothing was charged; later the order's notice says so.
  const isToldNow = notCharged && card.offer === 'for-sale';
  const notice = order && !(isToldNow && order.state === 'rejected') && (
    <UnfinishedOrderNotice order={order} partName={part.name} onChanged={onPaymentChanged} />
  );
  const isPending = order?.state === 'pending';
  return (
    <div className="grid gap-2">
      {isToldNow && <output className="block text-sm text-ink-2">{checkoutTexts.notCharged}</output>}
      {!isPending && notice}
      <PartActions
        book={book}
        part={part}
        price={price}
        offer={card.offer}
        ways={online ? waysOf(props) : null}
        freeLabel={t.freeDownload}
        read={card.read && card.read !== 'waiting' ? <ReadAction part={part} card={card} online={online} /> : null}
        pending={isPending ? notice : null}
      />
      {online && <ExportButton bookName={book.name} part={part} kinds={part.export_kinds} />}
    </div>
  );
}

/** Tells the reader that a part was recalled; the shop's mail gives the reason. */
function RecallNote() {
  return (
    <p className="text-sm text-ink-2">
      {t.recalledText}{' '}
      <Link to="/user-settings/orders" className="link">
        {t.toOrders}
      </Link>
    </p>
  );
}

const waysOf = ({
  busy: isBusy,
  onBuy,
  onTakeFree,
  onGive,
}: Pick<PartActionsProps, 'busy' | 'onBuy' | 'onTakeFree' | 'onGive'>): PartWays => ({
  buy: { onPress: onBuy, isBusy },
  take: { onPress: onTakeFree, isBusy },
  give: { onPress: onGive },
});

function ReadAction({ part, card, online }: Pick<PartActionsProps, 'part' | 'card' | 'online'>) {
  if (card.read === 'soon') {
    return <SoonButton />;
  }
  return (
    <ReadingButton
      bookId={part.book_id}
      partId={part.id}
      partName={part.name}
      label={online ? t.readNow : t.read}
      variant="primary"
      full
    />
  );
}

/** Facts that the device knows about a part at this moment. */
export interface DeviceFacts {
  readonly online: boolean;
  readonly onDevice: boolean;
  readonly downloading: boolean;
  readonly now: number;
}

export interface PartView {
  readonly card: PartCardState;
  readonly price: PartPricing;
}

/** State and price of a part's card. */
export function partView(part: UserPart, { online, onDevice, downloading, now }: DeviceFacts): PartView {
  const price = partPricing(part, now);
  const expiresAt = part.early_access_expires_at ? Date.parse(part.early_access_expires_at) : Infinity;
  const card = partCard({
    online,
    onDevice,
    downloading,
    owned: part.is_purchased,
    earlyAccess: part.early_access && expiresAt > now,
    released: price.released,
    hasEbook: part.ebook,
    isRecalled: part.is_recalled === true,
    finalPrice: price.final,
  });
  return { card, price };
}
