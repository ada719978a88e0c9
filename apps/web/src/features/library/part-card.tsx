import type { UserPart } from '@cuentos/contract/library';
import { type PartCard as CardState, partCard } from '@cuentos/domain/books/part-card';
import { Calendar, CircleCheck, Clock, Download, Gift, Hourglass, ShoppingBag, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { formatPercent } from '../../lib/format-percent.ts';
import { formatDate, formatLongDate, formatNumber, formatPrice } from '../../lib/formats.ts';
import { useSite } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { Cover } from '../../ui/pictures/cover.tsx';
import { DiscountTag, Price } from '../../ui/price.tsx';
import { StateLine } from '../../ui/state-line.tsx';
import { type PartPricing, partPricing } from '../books/part-pricing.ts';
import { checkoutTexts } from '../orders/purchase/texts.ts';
import { UnfinishedPayment } from '../orders/purchase/unfinished-payment.tsx';
import { FollowButton } from '../follows/follow-button.tsx';
import { giftTexts } from '../gifts/texts.ts';
import { PocketButton } from '../pocket/pocket-button.tsx';
import { DeviceState } from './device-state.tsx';
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
  /** A purchase or a free download of this part is under way. */
  readonly busy: boolean;
  /** The buyer has just come back without having paid. */
  readonly notCharged?: boolean;
  readonly onBuy: () => void;
  /** Buys it as a gift. */
  readonly onGive?: () => void;
  readonly onTakeFree: () => void;
  /** A payment of this part is another one now. */
  readonly onPaymentChanged: () => void;
}

/** Where the card of a part stands on its page. */
export const partCardId = (partId: string): string => `part-${partId}`;

/** A part of a book in the library, in each of its states. */
export function PartCard({ part, online, onDevice, downloading, now, ...buying }: PartCardProps) {
  const { card, price } = partView(part, { online, onDevice, downloading, now });
  // A presale is told before the part is out too; of one without a book there is nothing to offer.
  const onOffer = price.inPresale && price.savings > 0 && card.offer !== null && card.offer !== 'no-ebook';
  const faded =
    card.read === 'offline-blocked' ||
    card.read === 'waiting' ||
    card.offer === 'unreleased' ||
    card.offer === 'no-ebook';
  const [overlay, setOverlay] = useState(false);
  return (
    // A tap shows what hovering and the button's focus show too.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <article
      id={partCardId(part.id)}
      className="pocket-card group scroll-mt-20"
      onClick={() => onOffer && setOverlay(true)}
      onPointerLeave={() => setOverlay(false)}
    >
      <div className="pocket-cover">
        <div className={faded ? 'cover-away' : ''}>
          <Cover
            picture={part.image}
            alt={t.cover(part.name)}
            sizes="(width >= 1024px) 240px, (width >= 768px) 28vw, 112px"
            seed={part.id}
            title={part.name}
          />
        </div>
        {onOffer && (
          <div className="max-md:hidden">
            <DiscountTag text={t.discount(formatPercent(price.discountPercentage))} />
            <OfferLines
              price={price}
              until={part.presale_end_date}
              className={`absolute inset-x-0 bottom-3.5 z-1 bg-spot p-3 text-on-spot transition-opacity duration-(--cb-dur-ui) group-focus-within:opacity-100 group-hover:opacity-100 ${overlay ? 'opacity-100' : 'opacity-0'}`}
            />
          </div>
        )}
      </div>
      <div className="pocket-tray">
        <h3 className="text-[1.0625rem] leading-[1.375rem] tracking-[-0.005em]">{part.name}</h3>
        <PartState part={part} card={card} />
        {part.acquired_at && (
          <p className="text-xs text-balance text-ink-3">
            {t.acquired(formatLongDate(part.acquired_at), part.gift_from)}
          </p>
        )}
        {card.offer && <PartPrice price={price} />}
        {onOffer && <OfferUnderPrice price={price} until={part.presale_end_date} />}
        <div className="mt-auto grid gap-3 pt-2">
          {card.read && <ReadingProgress percent={part.percentage} name={part.name} />}
          <PartActions part={part} card={card} price={price} online={online} {...buying} />
        </div>
      </div>
    </article>
  );
}

/** What is saved, under the price; on a phone with all that lies over the cover elsewhere. */
function OfferUnderPrice({ price, until }: { readonly price: PartPricing; readonly until: string | null }) {
  return (
    <>
      <OfferLines price={price} until={until} className="font-semibold text-spot-ink md:hidden" />
      <p className="figures text-xs font-semibold text-spot-ink max-md:hidden">
        {t.savings(formatNumber(price.savings))}
      </p>
    </>
  );
}

/** '¡Oferta por tiempo limitado!', end date and saving: over the cover, or under the price on a phone. */
function OfferLines({
  price,
  until,
  className,
}: {
  readonly price: PartPricing;
  readonly until: string | null;
  readonly className: string;
}) {
  return (
    <p className={`figures text-xs ${className}`}>
      <b className="block font-bold">{t.offer}</b>
      {until && <span className="block">{t.until(formatDate(until))}</span>}
      <span className="block">{t.savings(formatNumber(price.savings))}</span>
    </p>
  );
}

/** Price of a part: struck and discounted in a presale, `0 CLP` when free. */
function PartPrice({ price }: { readonly price: PartPricing }) {
  return (
    <Price
      amount={price.final === 0 ? '0' : formatPrice(price.final)}
      currency={t.currency}
      badgeClassName="md:hidden"
      {...(price.savings > 0
        ? { before: formatPrice(price.value), badge: t.discount(formatPercent(price.discountPercentage)) }
        : {})}
    />
  );
}

/** State line of the card. */
function PartState({ part, card }: { readonly part: UserPart; readonly card: CardState }) {
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
  readonly card: CardState;
  readonly price: PartPricing;
  readonly online: boolean;
  readonly busy: boolean;
  readonly notCharged?: boolean;
  readonly onBuy: () => void;
  readonly onGive?: () => void;
  readonly onTakeFree: () => void;
  readonly onPaymentChanged: () => void;
}

/** The card's button; an early reader has two. */
function PartActions(props: PartActionsProps) {
  const { part, card, online, notCharged = false, onPaymentChanged, onGive, ...offering } = props;
  if (card.read === 'offline-blocked') return <p className="text-sm text-ink-2">{t.offlineNoBuying}</p>;
  // Nothing is for sale a second time while the first payment may still take money.
  const order = online ? part.unfinished_order : null;
  // Who has just come back hears it in these words, and later in those of the order.
  const isToldNow = notCharged && card.offer === 'for-sale';
  return (
    <>
      <ReadAction part={part} card={card} online={online} />
      {isToldNow && <output className="block text-sm text-ink-2">{checkoutTexts.notCharged}</output>}
      {order && !(isToldNow && order.state === 'rejected') && (
        <UnfinishedPayment order={order} partName={part.name} onChanged={onPaymentChanged} />
      )}
      {order?.state !== 'pending' && <OfferAction part={part} card={card} {...offering} />}
      {online && <GiveButton part={part} price={offering.price} onGive={onGive} />}
    </>
  );
}

interface GiveButtonProps extends Pick<PartActionsProps, 'part' | 'price'> {
  readonly onGive: (() => void) | undefined;
}

/** 'Regalar', of what one has oneself too. */
function GiveButton({ part, price, onGive }: GiveButtonProps) {
  const isClosed = useSite()?.seller.sales_open === false;
  if (!onGive || isClosed || !price.released || !part.ebook || part.is_draft || price.final === 0) return null;
  return (
    <Button
      variant="quiet"
      full
      icon={<Gift aria-hidden="true" />}
      aria-label={giftTexts.of(giftTexts.give, part.name)}
      onClick={onGive}
    >
      {giftTexts.give}
    </Button>
  );
}

function ReadAction({ part, card, online }: Pick<PartActionsProps, 'part' | 'card' | 'online'>) {
  if (card.read === 'soon') {
    return (
      <Button full disabled>
        {t.soon}
      </Button>
    );
  }
  if (!card.read || card.read === 'waiting') return null;
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

function OfferAction({
  book,
  part,
  card,
  price,
  busy,
  onBuy,
  onTakeFree,
}: Omit<PartActionsProps, 'online' | 'notCharged' | 'onPaymentChanged' | 'onGive'>) {
  const isClosed = useSite()?.seller.sales_open === false;
  if (card.offer === 'free' || card.offer === 'for-sale') {
    const isFree = card.offer === 'free';
    if (!isFree && isClosed) {
      return (
        <Button full disabled>
          {t.salesClosed}
        </Button>
      );
    }
    const label = isFree ? t.freeDownload : t.buyNow;
    const Icon = isFree ? Download : ShoppingBag;
    return (
      <>
        <Button
          variant={card.read ? 'secondary' : 'primary'}
          full
          busy={busy}
          icon={<Icon aria-hidden="true" />}
          aria-label={t.withName(label, part.name)}
          onClick={isFree ? onTakeFree : onBuy}
        >
          {label}
        </Button>
        {!isFree && <PocketButton part={part} bookName={book.name} price={price.final} />}
      </>
    );
  }
  if (!card.offer) return null;
  return <FollowButton book={book} name={part.name} />;
}

/** What the device knows about a part at this moment. */
export interface DeviceFacts {
  readonly online: boolean;
  readonly onDevice: boolean;
  readonly downloading: boolean;
  readonly now: number;
}

export interface PartView {
  readonly card: CardState;
  readonly price: PartPricing;
}

/** State and price of a part's card. */
function partView(part: UserPart, { online, onDevice, downloading, now }: DeviceFacts): PartView {
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
    finalPrice: price.final,
  });
  return { card, price };
}
