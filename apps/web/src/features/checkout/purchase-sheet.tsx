import type { SellerInfo } from '@cuentos/contract/checkout';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useSite } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { describedBy, FieldMessage } from '../../ui/forms/field-message.tsx';
import { Price } from '../../ui/price.tsx';
import { sellerQuery } from './api.ts';
import { checkoutTexts as t } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';

/** What is about to be bought, ready to show. */
export interface Offer {
  readonly partId: string;
  readonly bookName: string;
  readonly partName: string;
  readonly amount: string;
  readonly before?: string;
}

interface PurchaseSheetProps {
  readonly offer: Offer;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Last look before paying: part, price with tax, seller, and the right that opening ends. */
export function PurchaseSheet({ offer, open, busy, onClose, onConfirm }: PurchaseSheetProps) {
  const [acknowledged, setAcknowledged] = useState(false);
  const [missing, setMissing] = useState(false);
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const error = missing ? t.acknowledgeMissing : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (acknowledged) return onConfirm();
    setMissing(true);
    box.current?.focus();
  };
  return (
    <Dialog open={open} onClose={onClose} label={t.confirmTitle} caption={offer.bookName} width="reading" sheet>
      <form noValidate onSubmit={submit}>
        <h2 className="type-1">{t.confirmTitle}</h2>
        <OfferFacts offer={offer} />
        <label className="mt-4 flex gap-3 text-[0.9375rem] leading-6">
          <input
            ref={box}
            type="checkbox"
            id={id}
            checked={acknowledged}
            onChange={(event) => {
              setAcknowledged(event.target.checked);
              setMissing(false);
            }}
            {...describedBy({ id, error })}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span>{t.acknowledge}</span>
        </label>
        <div className="pl-8 not-empty:mt-2">
          <FieldMessage id={id} error={error} />
        </div>
        <p className="mt-3 text-xs text-ink-3">
          {t.payAt}{' '}
          <Link to="/terms-and-conditions" className="link">
            {t.terms}
          </Link>
          .
        </p>
        <Progress busy={busy} />
        <div className="mt-6 grid grid-cols-2 gap-2 md:flex md:justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t.goToPay}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A quick answer needs no words; a buyer waits no longer than this without one. */
const FIRST_WORD_MS = 700;
/** From here on it is said that the provider is slow. The last word comes with the answer. */
const SECOND_WORD_MS = 4000;

/** What goes on while the provider is asked for a place to pay, said aloud too. */
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
  // Here from the beginning: a region that comes with its words is not read aloud everywhere.
  return (
    <output aria-live="polite" className="mt-4 block min-h-5 text-sm text-ink-2">
      {words}
    </output>
  );
}

function OfferFacts({ offer }: { readonly offer: Offer }) {
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2.5 border-y border-line py-4">
      <dt className="text-sm text-ink-3">{t.part}</dt>
      <dd className="font-serif text-[1.0625rem] font-[560]">{offer.partName}</dd>
      <dt className="text-sm text-ink-3">{t.price}</dt>
      <dd>
        <Price amount={offer.amount} currency={t.currency} before={offer.before} />
        <span className="text-xs text-ink-3">{t.taxIncluded}</span>
      </dd>
      <Seller />
    </dl>
  );
}

/** Facts about the seller that are set; nothing while there are none. */
function Seller() {
  const known = useSite()?.seller ?? null;
  const { data: seller = known } = useQuery({ ...sellerQuery, enabled: known === null });
  const lines = sellerLines(seller);
  if (lines.length === 0) return null;
  return (
    <>
      <dt className="text-sm text-ink-3">{t.seller}</dt>
      <dd className="text-sm text-ink-2">{lines.join(', ')}</dd>
    </>
  );
}

function sellerLines(seller: SellerInfo | null | undefined): string[] {
  if (!seller) return [];
  const { seller_name, seller_tax_id, seller_address } = seller;
  return [seller_name, seller_tax_id && t.taxId(seller_tax_id), seller_address].filter((line): line is string =>
    Boolean(line),
  );
}
