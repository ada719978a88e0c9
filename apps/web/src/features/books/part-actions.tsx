import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import type { OfferState } from '@cuentos/domain/books/part-card';
import { Download, Gift, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSite } from '../../lib/page-data.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { buttonClass, type ButtonLook, iconButtonClass } from '../../ui/button-class.ts';
import { Link } from '../../ui/navigation.tsx';
import { FollowButton } from '../follows/follow-button.tsx';
import { PocketIcon } from '../pocket/pocket-button.tsx';
import type { PartPricing } from './part-pricing.ts';
import { SampleLink } from './sample-link.tsx';
import { isOffered, isReadFirst } from './sample-part.ts';
import { bookTexts as t } from './texts.ts';

/** Handling of a press: a link, which works without a script too, or a function of the page. */
export type Way = { readonly to: string } | { readonly onPress: () => void; readonly isBusy?: boolean };

/** Ways to buy, get or give a part that the person does not own. */
export interface PartWays {
  readonly buy: Way;
  /** For a free part. */
  readonly take: Way;
  readonly give: Way;
}

interface PartActionsProps {
  readonly book: Pick<PublicBook, 'id' | 'name'>;
  readonly part: PublicPart;
  readonly price: PartPricing;
  /** The offer of the part; null when it is not offered. */
  readonly offer: OfferState;
  /** Null without a connection, when no part is sold. */
  readonly ways: PartWays | null;
  /** Label of the button that takes a free part. */
  readonly freeLabel: string;
  /** Opens an owned part. */
  readonly read?: ReactNode;
  /** Shown in place of the offer while a payment is pending. */
  readonly pending?: ReactNode;
}

/** All actions for a part: one filled button, and the others beside or below it. */
export function PartActions(props: PartActionsProps) {
  const { read, pending, offer } = props;
  if (read && offer === null && !pending) {
    return (
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">{read}</div>
        <GiftIcon {...props} />
      </div>
    );
  }
  return (
    <div className="grid gap-1">
      {read}
      {pending ? pending : <Offer {...props} />}
      <OtherActions {...props} />
    </div>
  );
}

/** Whether no sale is possible yet. */
const useIsClosed = (): boolean => useSite()?.seller.sales_open === false;

/** The main action for an offered part. */
function Offer({ book, part, offer, ways, freeLabel, read }: PartActionsProps) {
  const isClosed = useIsClosed();
  if (offer === null || !ways) return null;
  if (isReadFirst({ part, offer, read })) {
    return (
      <>
        <SampleLink bookId={book.id} part={part} variant="primary" full withIcon />
        <WayButton way={ways.take} label={t.keep} name={t.withName(t.keep, part.name)} look={{ variant: 'quiet' }} />
      </>
    );
  }
  if (offer === 'unreleased' || offer === 'no-ebook') return <FollowButton book={book} name={part.name} />;
  if (offer === 'for-sale' && isClosed) return <ClosedButton part={part} />;
  const label = offer === 'free' ? freeLabel : t.buy;
  return (
    <WayButton
      way={offer === 'free' ? ways.take : ways.buy}
      label={label}
      name={t.withName(label, part.name)}
      icon={offer === 'free' ? <Download aria-hidden="true" /> : <ShoppingBag aria-hidden="true" />}
      look={{ variant: read ? 'secondary' : 'primary' }}
    />
  );
}

const ClosedButton = ({ part }: { readonly part: PublicPart }) => (
  <Button full disabled aria-label={t.withName(t.salesClosed, part.name)}>
    {t.salesClosed}
  </Button>
);

/** Whether it can be bought now, for the buyer or as a gift. */
function useIsSold({ part, price, ways }: Pick<PartActionsProps, 'part' | 'price' | 'ways'>): boolean {
  const isClosed = useIsClosed();
  return ways !== null && price.released && part.ebook && !part.is_draft && price.final > 0 && !isClosed;
}

/** The sample as a link; pocket and gift as icons. */
function OtherActions(props: PartActionsProps) {
  const { book, part, price, offer, read, pending } = props;
  const isSold = useIsSold(props);
  const hasSample = offer !== null && !read && isOffered(part) && !isReadFirst(props);
  if (!isSold && !hasSample) return null;
  const sample = hasSample && (
    <SampleLink bookId={book.id} part={part} variant="quiet" className="min-w-0 flex-1 px-1.5!" />
  );
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-center gap-1">
      {isSold && offer === 'for-sale' && !pending ? (
        <PocketIcon part={part} bookName={book.name} price={price.final}>
          {sample}
        </PocketIcon>
      ) : (
        sample
      )}
      <GiftIcon {...props} />
    </div>
  );
}

/** 'Regalar', for owned parts too. */
function GiftIcon(props: Pick<PartActionsProps, 'part' | 'price' | 'ways'>) {
  const isSold = useIsSold(props);
  if (!isSold || !props.ways) return null;
  const { give: way } = props.ways;
  const name = t.withName(t.give, props.part.name);
  const icon = <Gift aria-hidden="true" />;
  if (!('to' in way)) return <IconButton label={name} icon={icon} onClick={way.onPress} />;
  return (
    <Link to={way.to} aria-label={name} title={name} className={iconButtonClass()}>
      {icon}
    </Link>
  );
}

interface NextActionProps extends Pick<PartActionsProps, 'book' | 'part' | 'offer' | 'freeLabel'> {
  readonly ways: PartWays;
  /** Opens an owned part, or leads to its payment. */
  readonly instead?: ReactNode;
}

/** The button of the next step, beside the title and at the foot of a phone. */
export function NextAction({ book, part, offer, ways, freeLabel, instead }: NextActionProps) {
  const isClosed = useIsClosed();
  if (instead) return instead;
  if (isReadFirst({ part, offer, read: null })) {
    return <SampleLink bookId={book.id} part={part} variant="primary" full withIcon />;
  }
  if (offer !== 'free' && offer !== 'for-sale') return <FollowButton book={book} name={part.name} />;
  if (offer === 'for-sale' && isClosed) return <ClosedButton part={part} />;
  const label = offer === 'free' ? freeLabel : t.buy;
  return (
    <WayButton
      way={offer === 'free' ? ways.take : ways.buy}
      label={label}
      name={`${label} ${part.name}`}
      icon={offer === 'free' ? <Download aria-hidden="true" /> : <ShoppingBag aria-hidden="true" />}
      look={{ variant: 'primary' }}
    />
  );
}

interface KeepButtonProps {
  readonly part: PublicPart;
  readonly way: Way;
}

/**
 * 'Guardarla en mi biblioteca', beside the title: on one line, so that its height equals that of the other buttons
 * there.
 */
export const KeepButton = ({ part, way }: KeepButtonProps) => (
  <WayButton
    way={way}
    label={t.keep}
    name={`${t.keep} ${part.name}`}
    look={{ size: 'large' }}
    className="lg:px-1! lg:text-[0.9375rem]"
  />
);

interface WayButtonProps {
  readonly way: Way;
  readonly label: string;
  /** Label and part, for screen readers. */
  readonly name: string;
  readonly icon?: ReactNode;
  readonly look: ButtonLook;
  readonly className?: string;
}

/** A button of full width, or a link that looks like one. */
export function WayButton({ way, label, name, icon, look, className = '' }: WayButtonProps) {
  if ('to' in way) {
    return (
      <Link to={way.to} aria-label={name} className={`${buttonClass({ ...look, full: true })} ${className}`}>
        {icon}
        {label}
      </Link>
    );
  }
  return (
    <Button
      {...look}
      full
      busy={way.isBusy ?? false}
      icon={icon}
      aria-label={name}
      className={className}
      onClick={way.onPress}
    >
      {label}
    </Button>
  );
}
