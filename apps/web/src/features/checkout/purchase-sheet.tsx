import type { SellerInfo } from '@cuentos/contract/checkout';
import { WITHDRAWAL_DAYS } from '@cuentos/domain/checkout/withdrawal';
import { useQuery } from '@tanstack/react-query';
import { Store, Undo2 } from 'lucide-react';
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
        <p className="mt-4 text-sm text-ink-2">{t.payAt}</p>
        <RightAndSeller />
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
    </dl>
  );
}

/** The right to give it back with its end, and who sells as far as that is set. */
function RightAndSeller() {
  const known = useSite()?.seller ?? null;
  const { data: seller = known } = useQuery({ ...sellerQuery, enabled: known === null });
  const lines = sellerLines(seller);
  const row = 'grid grid-cols-[auto_minmax(0,1fr)] gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-4.5';
  return (
    <div className="figures mt-4 grid gap-2.5 text-sm text-ink-2">
      <p className={row}>
        <Undo2 aria-hidden="true" />
        <span>{t.withdrawal(WITHDRAWAL_DAYS)}</span>
      </p>
      <p className={row}>
        <Store aria-hidden="true" />
        <span className="[overflow-wrap:anywhere]">
          {lines.length > 0 && `${t.sells(lines.join(', '))} `}
          <Link to="/terms-and-conditions" className="link">
            {t.terms}
          </Link>
        </span>
      </p>
    </div>
  );
}

function sellerLines(seller: SellerInfo | null | undefined): string[] {
  if (!seller) return [];
  const { store_name, seller_name, seller_tax_id, seller_address, contact_email } = seller;
  const lines = [seller_name ?? store_name, seller_tax_id && t.taxId(seller_tax_id), seller_address, contact_email];
  return lines.filter((line): line is string => Boolean(line));
}
