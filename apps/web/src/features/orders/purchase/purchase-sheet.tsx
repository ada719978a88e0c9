import type { SellerInfo } from '@cuentos/contract/orders';
import type { Quote, QuoteItem } from '@cuentos/contract/quote';
import { exportKinds } from '@cuentos/domain/exports/export-permission';
import { WITHDRAWAL_DAYS } from '@cuentos/domain/refunds/withdrawal';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { formatPrice } from '../../../lib/formats.ts';
import { useSite } from '../../../lib/page-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FieldMessage } from '../../../ui/forms/field-message.tsx';
import { describedBy } from '../../../ui/forms/described-by.ts';
import { Cover } from '../../../ui/pictures/cover.tsx';
import { Price } from '../../../ui/price.tsx';
import { giftDetailsOf, GiftSection, GiftSwitch, useGift } from '../../gifts/gift-fields.tsx';
import { exportTexts } from '../../exports/texts.ts';
import { giftTexts } from '../../gifts/texts.ts';
import { quoteQuery, sellerQuery } from './api.ts';
import { DiscountCodeField, type SheetCode, useDiscountCode } from './discount-code-field.tsx';
import { checkoutTexts as t } from './texts.ts';
import { Link } from '../../../ui/navigation.tsx';
import type { PurchaseRequest } from './use-checkout.ts';

/** A part that is about to be bought; amounts in pesos. */
export type OfferItem = Pick<
  QuoteItem,
  'part_id' | 'book_id' | 'book_name' | 'part_name' | 'image' | 'value' | 'amount' | 'reduction'
>;

/** Parts that the buyer is about to buy together. */
export type Offer = readonly OfferItem[];

interface PurchaseSheetProps {
  readonly offer: Offer;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onClose: () => void;
  /** Buys it as accepted. @returns whether its price has changed */
  readonly onConfirm: (accepted: Omit<PurchaseRequest, 'partIds'>) => Promise<boolean>;
  /** Next part with which the sum is payable, if the part alone is below the minimum. */
  readonly next?: NextOffer | undefined;
}

/** A further part, and the sum of both. */
export interface NextOffer {
  readonly partName: string;
  readonly total: number;
  readonly onChoose: () => void;
}

/** Sheet before paying: parts, recipient, price with tax, seller, and the right that reading ends. */
export function PurchaseSheet({ offer: requestedOffer, open, busy, onClose, onConfirm, next }: PurchaseSheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const gift = useGift(requestedOffer.every(({ amount }) => amount > 0));
  const { quote, offer, code, unpriced, reprice, mayPay } = useOffer(requestedOffer, open, gift.isOn);
  const total = sum(offer, ({ amount }) => amount);
  // With a price of zero after the code it is a grant: there is no purchase to withdraw from.
  const isFree = total === 0;
  const isOne = requestedOffer.length === 1;
  const acceptance = useAcceptance(isFree, wordsOf(isOne, gift.isOn));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!gift.check()) focusWrongField(form.current);
    else if (acceptance.check()) void confirm();
  };
  const confirm = async () => {
    const accepted = {
      acknowledged: acceptance.checked && !isFree,
      total,
      code: offer.some(({ reduction }) => reduction === 'code') ? code.applied?.code : undefined,
      gift: gift.isOn ? giftDetailsOf(gift.draft) : null,
    };
    if (!(await onConfirm(accepted))) return;
    // Clears the acceptance, because the price has changed.
    acceptance.onChange(false);
    await reprice();
  };
  const [, ...others] = offer;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      label={t.confirmTitle}
      caption={<h2 className="type-1 text-ink">{t.confirmTitle}</h2>}
      width="reading"
      sheet
    >
      <form ref={form} noValidate onSubmit={submit}>
        {others.length > 0 && <p className="text-sm text-ink-3">{t.several(offer.length)}</p>}
        <WhatIsBought offer={offer} code={code} gift={gift} unpriced={unpriced} />
        <Terms isGift={gift.isOn} isFree={isFree} quote={quote} next={next} acceptance={acceptance} />
        <Refusals quote={quote} offer={offer} />
        <Buttons
          busy={busy}
          disabled={!mayPay || (gift.isOn && isFree)}
          label={isFree ? t.takeFree : t.goToPay}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Terms that the buyer accepts with the payment. */
const wordsOf = (isOne: boolean, isGift: boolean): string =>
  (isGift ? giftTexts.acknowledge : isOne ? t.acknowledge : t.acknowledgeEach)(WITHDRAWAL_DAYS);

/** The tick that a payment requires, for the terms shown beside it; a free part requires none. */
function useAcceptance(isFree: boolean, words: string) {
  const [accepted, setAccepted] = useState<string | null>(null);
  const checked = accepted === words;
  const [isMissed, setMissed] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  return {
    box,
    words,
    checked,
    onChange: (isChecked: boolean) => setAccepted(isChecked ? words : null),
    isMissing: isMissed && !checked,
    /** Whether the box is ticked; if not, shows a message at it. */
    check: (): boolean => {
      const isAccepted = checked || isFree;
      setMissed(!isAccepted);
      if (!isAccepted) box.current?.focus();
      return isAccepted;
    },
  };
}

interface TermsProps extends Pick<PurchaseSheetProps, 'next'> {
  readonly isGift: boolean;
  readonly isFree: boolean;
  readonly quote: Quote | undefined;
  readonly acceptance: ReturnType<typeof useAcceptance>;
}

/** Ways to pay, accepted terms, and the seller. */
function Terms({ isGift, isFree, quote, next, acceptance }: TermsProps) {
  if (isFree) {
    return (
      <>
        <p className="mt-4 text-sm text-ink-2">{isGift ? giftTexts.freeByCode : t.freeByCode}</p>
        <Seller />
      </>
    );
  }
  return (
    <>
      <TakenHome quote={quote} />
      <WaysToPay quote={quote} next={next} />
      <Acknowledgement {...acceptance} />
      <Seller />
    </>
  );
}

/** Says in which files the parts can be downloaded, if they can. */
function TakenHome({ quote }: { readonly quote: Quote | undefined }) {
  const items = quote?.items ?? [];
  const kinds = exportKinds.filter((kind) => items.every(({ export_kinds: allowed }) => allowed.includes(kind)));
  if (items.length === 0 || kinds.length === 0) return null;
  return <p className="mt-4 text-sm text-ink-2">{exportTexts.before(kinds)}</p>;
}

interface WhatIsBoughtProps {
  readonly offer: Offer;
  readonly code: SheetCode;
  readonly gift: ReturnType<typeof useGift>;
  readonly unpriced: MissingPrice | null;
}

/** The price of a gift is unknown, or the server did not answer. */
interface MissingPrice {
  readonly isFailed: boolean;
  readonly again: () => void;
}

/** The parts, a code, and the recipient; the sum of several is shown after all discounts. */
function WhatIsBought({ offer, code, gift, unpriced }: WhatIsBoughtProps) {
  const [only, ...others] = offer;
  const isOne = others.length === 0;
  const name = code.applied?.code;
  return (
    <>
      {isOne && only ? <OfferFacts item={only} code={name} /> : <OfferLines offer={offer} code={name} />}
      <DiscountCodeField code={code} offer={offer} beside={gift.isPossible && <GiftSwitch gift={gift} />} />
      {gift.isOn && <GiftSection gift={gift} />}
      <div aria-live="polite" className="mt-4 text-sm text-ink-2 empty:hidden">
        {unpriced && (unpriced.isFailed ? giftTexts.unpriced : giftTexts.pricing)}
        {unpriced?.isFailed && (
          <Button variant="quiet" className="-ml-2.5 block" onClick={unpriced.again}>
            {giftTexts.retry}
          </Button>
        )}
      </div>
      {!isOne && <OfferSums offer={offer} code={name} />}
    </>
  );
}

/** Focuses the gift's first invalid field; a refused code does not prevent the purchase. */
function focusWrongField(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[data-gift] [aria-invalid="true"]')?.focus());
}

const isRefused = (quote: Quote | undefined): boolean => quote?.items.some(({ refusal }) => refusal !== null) ?? false;

/** Why it cannot be bought: an owned part can be bought as a gift only. */
function Refusals({ quote, offer }: { readonly quote: Quote | undefined; readonly offer: Offer }) {
  const refused = quote?.items.filter(({ refusal }) => refusal !== null) ?? [];
  return refused.map(({ part_id: id, part_name: name, refusal }) => (
    <p key={id} className="mt-4 text-sm text-ink-2">
      {offer.length > 1 && `${name}: `}
      {refusal && t.pocketRefusals[refusal]}
    </p>
  ));
}

interface AcknowledgementProps {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly words: string;
  readonly isMissing: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Shows the terms that the buyer accepts: the right of withdrawal, and its end. */
function Acknowledgement({ box, words, isMissing, checked, onChange }: AcknowledgementProps) {
  const id = useId();
  const error = isMissing ? t.acknowledgeMissing : undefined;
  return (
    <>
      <label className="mt-3 flex gap-3 text-sm">
        <input
          ref={box}
          type="checkbox"
          id={id}
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
          {...describedBy({ id, error })}
          className="size-5 shrink-0 accent-accent"
        />
        <span>{words}</span>
      </label>
      <div className="pl-8 not-empty:mt-2">
        <FieldMessage id={id} error={error} />
      </div>
    </>
  );
}

interface ButtonsProps extends Pick<PurchaseSheetProps, 'busy' | 'onClose'> {
  readonly disabled: boolean;
  readonly label: string;
}

function Buttons({ busy, disabled, label, onClose }: ButtonsProps) {
  return (
    // Keeps the button visible beside long content, if the screen has room.
    <div className="-mx-7 mt-4 -mb-7 border-t border-line bg-sheet px-7 pt-3.5 pb-[calc(0.875rem+env(safe-area-inset-bottom))] [@media(height>=30rem)]:sticky [@media(height>=30rem)]:bottom-0">
      <Progress busy={busy} />
      <div className="flex flex-wrap gap-2 *:flex-auto md:justify-end md:*:flex-none">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
          {label}
        </Button>
      </div>
    </div>
  );
}

/**
 * Returns the offer; after `reprice` at the current prices; with a discount code at the reduced price; as a gift, whose
 * recipient owns nothing, always at the current prices.
 */
function useOffer(requestedOffer: Offer, enabled: boolean, isGift: boolean) {
  const [repriced, setRepriced] = useState(false);
  const ids = requestedOffer.map(({ part_id: part }) => part);
  const { data, isFetching, refetch } = useQuery({
    ...quoteQuery(ids, { isGift }),
    enabled,
    // Fails at once without a connection, instead of waiting for one.
    networkMode: 'always',
  });
  const code = useDiscountCode(ids, isGift, enabled);
  const reprice = async () => {
    await Promise.all([refetch(), code.refetch()]);
    setRepriced(true);
  };
  const quote = code.quote ?? data;
  const isQuoted = code.quote !== undefined || repriced || isGift;
  const offer = isQuoted ? atPricesOf(quote, requestedOffer) : requestedOffer;
  const unpriced =
    isGift && quote === undefined ? { isFailed: !isFetching && !code.busy, again: () => void refetch() } : null;
  const isPriced = !code.busy && unpriced === null;
  const mayPay = isPriced && !(quote?.below_minimum ?? false) && !isRefused(quote);
  return { quote, offer, code, unpriced, reprice, mayPay };
}

const atPricesOf = (quote: Quote | undefined, offer: Offer): Offer =>
  offer.map((item) => quote?.items.find(({ part_id: id }) => id === item.part_id) ?? item);

/**
 * Ways to pay the sum, by the provider's figures; offers a further part where the minimum of some or each way is
 * higher.
 */
function WaysToPay({ quote, next }: { readonly quote: Quote | undefined; readonly next: NextOffer | undefined }) {
  const ways = quote?.ways ?? [];
  const asking = ways.filter(({ takes }) => !takes);
  if (!quote || (asking.length === 0 && !quote.below_minimum)) {
    return <p className="mt-3 text-xs text-ink-3">{t.payAt}</p>;
  }
  const taking = ways.filter(({ takes }) => takes).map(({ kind }) => t.ways[kind]);
  return (
    <div className="figures mt-4 grid justify-items-start gap-1 bg-accent-soft px-3.5 py-3 text-sm text-ink-2">
      <p>
        {quote.below_minimum ? t.belowMinimumAlone : taking.length > 0 && `${t.payableWith(listOf(taking))} `}
        {asking.map(({ kind, min }) => (
          <span key={kind}>{t.wayFrom(t.ways[kind], formatPrice(min))} </span>
        ))}
      </p>
      {next && (
        <Button variant="quiet" className="-ml-2.5 text-left!" onClick={next.onChoose}>
          {t.together(next.partName, formatPrice(next.total))}
        </Button>
      )}
    </div>
  );
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat('es', { type: 'disjunction' }).format([...names]);

/** Time without a message, ms: a quick answer needs none. */
const FIRST_WORD_MS = 700;
/** Time after which the sheet says that the provider is slow, ms. The message ends with the answer. */
const SECOND_WORD_MS = 4000;

/** Tells the progress while the shop asks the provider for a checkout, to screen readers too. */
function Progress({ busy }: { readonly busy: boolean }) {
  const [words, setWords] = useState<string>('');
  useEffect(() => {
    if (!busy) return undefined;
    const timers = [
      setTimeout(() => setWords(t.asking), FIRST_WORD_MS),
      setTimeout(() => setWords(t.askingLonger), SECOND_WORD_MS),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setWords('');
    };
  }, [busy]);
  // Rendered from the start: a live region that appears with its text is not announced everywhere.
  return (
    <output aria-live="polite" className="block text-sm text-ink-2 not-empty:mb-2.5">
      {words}
    </output>
  );
}

function OfferFacts({ item, code }: { readonly item: OfferItem; readonly code?: string | undefined }) {
  return (
    <dl className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-y border-line py-2.5">
      <div className="min-w-0 flex-[1_1_8rem] [overflow-wrap:anywhere]">
        <dt className="text-xs text-ink-3">{item.book_name}</dt>
        <dd className="font-serif text-[1.0625rem] leading-6 font-[560]">{item.part_name}</dd>
      </div>
      <div>
        <dt className="sr-only">{t.price}</dt>
        <dd>
          <Price
            amount={formatPrice(item.amount)}
            currency={t.currency}
            before={item.value > item.amount ? formatPrice(item.value) : undefined}
          />
          <span className="block text-xs text-ink-3">{t.taxIncluded}</span>
          {item.reduction === 'code' && (
            <span className="block text-xs font-semibold text-spot-ink">{reductionName(item.reduction, code)}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

interface OfferProps {
  readonly offer: Offer;
  /** The valid discount code, if there is one. */
  readonly code?: string | undefined;
}

/** Each part with its price here. */
function OfferLines({ offer, code }: OfferProps) {
  return (
    <ul className="figures mt-4 border-t border-line">
      {offer.map((item) => (
        <li key={item.part_id} className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-line py-3.5">
          <div className="w-12 shrink-0">
            <Cover picture={item.image} alt="" sizes="48px" seed={item.part_id} />
          </div>
          <div className="min-w-0 flex-1 basis-36">
            <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{item.book_name}</p>
            <h3 className="text-[1.0625rem] leading-6 [overflow-wrap:anywhere]">{item.part_name}</h3>
            <OfferPrice item={item} code={code} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const KINDS = ['presale', 'completion', 'code'] as const;

/** Which discount led to an amount. @param code the typed code, if valid */
const reductionName = (reduction: (typeof KINDS)[number], code: string | undefined): string =>
  reduction === 'code' ? t.code(code ?? '') : t.reductions[reduction];

/** Shows the sum of several parts, with the discounts. */
export function OfferSums({ offer, code }: OfferProps) {
  const total = sum(offer, ({ amount }) => amount);
  const reductions = KINDS.flatMap((kind) => {
    const saved = sum(offer, (item) => (item.reduction === kind ? item.value - item.amount : 0));
    return saved > 0 ? [{ kind, saved }] : [];
  });
  const row = 'flex flex-wrap items-baseline justify-between gap-x-6';
  return (
    <>
      <dl className="figures mt-4 grid gap-2 text-sm">
        {reductions.length > 0 && (
          <div className={row}>
            <dt className="text-ink-2">{t.several(offer.length)}</dt>
            <dd>{formatPrice(sum(offer, ({ value }) => value))}</dd>
          </div>
        )}
        {reductions.map(({ kind, saved }) => (
          <div key={kind} className={row}>
            <dt className="text-ink-2">{reductionName(kind, code)}</dt>
            <dd className="font-semibold text-spot-ink">{t.reducedBy(formatPrice(saved))}</dd>
          </div>
        ))}
        <div aria-hidden="true" className="seam-x my-1" />
        <div className={row}>
          <dt className="text-[0.9375rem] font-semibold">{t.total}</dt>
          <dd className="font-serif text-2xl font-semibold">
            {formatPrice(total)} <small className="font-sans text-xs font-medium text-ink-2">{t.currency}</small>
          </dd>
        </div>
      </dl>
      <p className="text-right text-xs text-ink-3">{t.taxIncluded}</p>
    </>
  );
}

/** Shows the price of a part in a set, with its discount. */
export function OfferPrice({
  item: { value, amount, reduction },
  code,
}: {
  readonly item: OfferItem;
  readonly code?: string | undefined;
}) {
  return (
    <p className="figures text-sm">
      {reduction && amount < value && (
        <span className="block text-xs font-semibold text-spot-ink">{reductionName(reduction, code)}</span>
      )}
      {amount < value && <s className="mr-1.5 text-ink-3">{formatPrice(value)}</s>}
      <b className="font-semibold">{formatPrice(amount)}</b>
    </p>
  );
}

const sum = (offer: Offer, pesos: (item: OfferItem) => number): number =>
  offer.reduce((total, item) => total + pesos(item), 0);

/** Shows the known facts of the seller. */
function Seller() {
  const siteSeller = useSite()?.seller ?? null;
  const { data: seller = siteSeller } = useQuery({ ...sellerQuery, enabled: siteSeller === null });
  const lines = sellerLines(seller);
  return (
    <p className="figures mt-2 text-xs text-ink-3 [overflow-wrap:anywhere]">
      {lines.length > 0 && `${t.sells(lines.join(', '))} `}
      <Link to="/terms-and-conditions" className="link">
        {t.terms}
      </Link>
    </p>
  );
}

function sellerLines(seller: SellerInfo | null | undefined): string[] {
  if (!seller) return [];
  const { store_name, seller_name, seller_tax_id, seller_address, contact_email } = seller;
  const lines = [seller_name ?? store_name, seller_tax_id && t.taxId(seller_tax_id), seller_address, contact_email];
  return lines.filter((line): line is string => Boolean(line));
}
