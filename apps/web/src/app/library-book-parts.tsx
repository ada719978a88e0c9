import type { PublicBook } from '@cuentos/contract/books';
import type { UserPart } from '@cuentos/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { PaymentInfo } from '../features/checkout/components/payment-info.tsx';
import type { Offer } from '../features/checkout/components/purchase-sheet.tsx';
import { WaitingForPayment } from '../features/checkout/components/waiting-for-payment.tsx';
import { useCheckout } from '../features/checkout/use-checkout.ts';
import { usePurchaseResult } from '../features/checkout/use-purchase-result.ts';
import { PartCard } from '../features/library/components/part-card.tsx';
import { useLibraryTab } from '../features/library/library-tab.ts';
import { libraryTexts as t } from '../features/library/texts.ts';
import { useNow } from '../lib/clock.ts';
import { formatPrice } from '../lib/formats.ts';
import { partPricing } from '../lib/part-pricing.ts';
import { useOnline } from '../offline/network-status.ts';
import { useDownloadingParts } from '../offline/use-download.ts';
import { usePartsOnDevice } from '../offline/use-parts-on-device.ts';
import { rescueFocus } from '../ui/rescue-focus.ts';
import { scrollBehavior } from '../ui/scroll-behavior.ts';

const PurchaseSheet = lazy(async () => ({
  default: (await import('../features/checkout/components/purchase-sheet.tsx')).PurchaseSheet,
}));

const SECTION_ID = 'parts';

/** Buying on this page: the part that is asked about, the order on its way, and what comes back. */
function useBuying(book: PublicBook, now: number) {
  const queryClient = useQueryClient();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [open, setOpen] = useState(false);
  const [, openTab] = useLibraryTab();
  const reload = () => queryClient.invalidateQueries({ queryKey: ['library'] });
  const waiting = usePurchaseResult(() => void reload());
  // The buyer comes back to the top of the page: what is awaited stands further down.
  useEffect(() => {
    if (waiting) document.getElementById(SECTION_ID)?.scrollIntoView();
  }, [waiting]);
  const checkout = useCheckout({
    onLeave: () => setOpen(false),
    onGranted: () => {
      setOpen(false);
      openTab('myBooks');
      void reload().then(() => {
        document.getElementById(SECTION_ID)?.scrollIntoView({ behavior: scrollBehavior() });
        rescueFocus('#parts-title');
      });
    },
  });
  const ask = (part: UserPart) => {
    const price = partPricing(part, now);
    setOffer({
      partId: part.id,
      bookName: book.name,
      partName: part.name,
      amount: formatPrice(price.final),
      ...(price.savings > 0 ? { before: formatPrice(price.value) } : {}),
    });
    setOpen(true);
  };
  return { waiting, checkout, offer, open, setOpen, ask };
}

/** Section 'Libro': the parts as cards, and how they are bought. */
export function LibraryBookParts({ book, parts }: { readonly book: PublicBook; readonly parts: readonly UserPart[] }) {
  const online = useOnline();
  const onDevice = usePartsOnDevice();
  const downloading = useDownloadingParts();
  const now = useNow();
  const { waiting, checkout, offer, open, setOpen, ask } = useBuying(book, now);
  return (
    <section id={SECTION_ID} aria-labelledby="parts-title" className="pb-12">
      <h2 id="parts-title" className="type-2 mb-5">
        {t.partsTitle}
      </h2>
      {waiting && <WaitingForPayment />}
      {parts.length === 0 ? (
        <p className="border-t border-line pt-4 text-ink-2">{t.noParts}</p>
      ) : (
        <div className="grid gap-6 md:grid-cols-3 md:gap-y-8 lg:grid-cols-4">
          {parts.map((part) => (
            <PartCard
              key={part.id}
              part={part}
              online={online}
              onDevice={onDevice.has(part.id)}
              downloading={downloading.has(part.id)}
              now={now}
              busy={checkout.busyPart === part.id}
              onBuy={() => ask(part)}
              onTakeFree={() => void checkout.start(part.id, false)}
            />
          ))}
        </div>
      )}
      {online && <PaymentInfo />}
      {offer && (
        <Suspense>
          <PurchaseSheet
            key={offer.partId}
            offer={offer}
            open={open}
            busy={checkout.busyPart === offer.partId}
            onClose={() => setOpen(false)}
            onConfirm={() => void checkout.start(offer.partId, true)}
          />
        </Suspense>
      )}
    </section>
  );
}
