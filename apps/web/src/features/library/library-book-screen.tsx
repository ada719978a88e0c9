import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { getLibrary, type UserPart } from '@cuentos/contract/library';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useOnline } from '../../device/connection.ts';
import { useNow } from '../../lib/clock.ts';
import { ALL_PARTS } from '../../lib/login-address.ts';
import { useSite, useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { restoreFocus } from '../../ui/focus-fallback.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { OfflineLine } from '../../ui/state-line.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { CutThreadDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { scrollBehavior } from '../../ui/scroll-behavior.ts';
import { ShareButton } from '../books/book-actions.tsx';
import { BookPage } from '../books/book-page.tsx';
import { BookSlider } from '../books/book-slider.tsx';
import { CompleteBook } from '../books/complete-book.tsx';
import { bookCompletion } from '../books/book-completion.ts';
import { partPricing } from '../books/part-pricing.ts';
import { BookDecision, StepBar } from '../books/next-step.tsx';
import { bookQuery } from '../books/queries.ts';
import { meanGift, sheetGift } from '../gifts/sheet-gift.ts';
import { PaymentInfo, WaitingForPayment } from '../orders/purchase/purchase-notices.tsx';
import type { Offer, OfferItem } from '../orders/purchase/purchase-sheet.tsx';
import { useCheckout, usePurchaseResult, type PurchaseRequest } from '../orders/purchase/use-checkout.ts';
import { SignedInFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { appTexts } from '../site/app-texts.ts';
import { useLibraryTab } from './library-tab.ts';
import { PartCard, partCardId } from './part-card.tsx';
import { ProfileLink } from './profile-link.tsx';
import { refreshBook, userPartsQuery } from './queries.ts';
import { withFinished } from './finished/finished-parts.ts';
import { useFinishedHere } from './finished/use-finished-here.ts';
import { libraryTexts as t } from './texts.ts';
import { type BookOnDevice, useOwnStep } from './own-step.tsx';
import { useDownloadingParts, usePartsOnDevice } from './use-downloads.ts';
import { useRefresh } from './use-refresh.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { Waiting } from '../../ui/waiting.tsx';

const PurchaseSheet = lazy(async () => ({
  default: (await import('../orders/purchase/purchase-sheet.tsx')).PurchaseSheet,
}));

const SECTION_ID = 'parts';

/** Focuses the part that can be read now, unless the reader has moved the focus meanwhile. */
function focusReading(partId: string): void {
  requestAnimationFrame(() => {
    // After a navigation the title has the focus.
    if (!document.activeElement?.matches('body, h1')) return;
    document.querySelector<HTMLElement>(`#${CSS.escape(partCardId(partId))} a[href^='/reader/']`)?.focus();
  });
}

/** The part, or all parts, of the address's question, returned once; then the question is removed from the address. */
function useAskedPart(
  parts: readonly UserPart[],
  onAsked: (part: UserPart | typeof ALL_PARTS, isGift: boolean) => void,
): void {
  const [parameters, setParameters] = useSearchParams();
  const partId = parameters.get('part');
  const isGift = parameters.has('gift');
  const [isGiven, setGiven] = useState(false);
  const [requestedPart, setWanted] = useState<string | null>(null);
  const latestOnAsked = useRef(onAsked);
  useEffect(() => {
    latestOnAsked.current = onAsked;
  });
  useEffect(() => {
    if (partId === null) return;
    const rest = new URLSearchParams(parameters);
    rest.delete('part');
    rest.delete('gift');
    setParameters(rest, { replace: true, preventScrollReset: true });
    // oxlint-disable-next-line set-state-in-effect -- the address is read once, then emptied
    setWanted(partId);
    setGiven(isGift);
  }, [partId, isGift, parameters, setParameters]);
  // Waits until the question is removed from the address: layers over the page add history entries above it.
  const existingPart = requestedPart === ALL_PARTS ? ALL_PARTS : parts.find(({ id }) => id === requestedPart);
  const part = partId === null ? existingPart : undefined;
  useEffect(() => {
    if (!part) return;
    // oxlint-disable-next-line set-state-in-effect -- told once
    setWanted(null);
    latestOnAsked.current(part, isGiven);
  }, [part, isGiven]);
}

/** Returns the offers to ask about before paying: a part, all missing parts, or a part and the next one. */
function offersOf(book: PublicBook, parts: readonly UserPart[], now: number) {
  const completion = bookCompletion(book, parts, now);
  const itemOf = (part: PublicPart, { amount, reduction }: Pick<OfferItem, 'amount' | 'reduction'>): OfferItem => {
    const { id, name, image, value } = part;
    const names = { part_id: id, book_id: book.id, book_name: book.name, part_name: name };
    return { ...names, image, value, amount, reduction };
  };
  const ofOne = (part: UserPart): Offer => {
    const { final: amount, savings } = partPricing(part, now);
    return [itemOf(part, { amount, reduction: savings > 0 ? 'presale' : null })];
  };
  const ofAll = (): Offer => completion?.parts.map((part) => itemOf(part, part)) ?? [];
  const isForSale = (part: UserPart) => {
    const { released, final } = partPricing(part, now);
    const isTaken = part.is_purchased || part.unfinished_order?.state === 'pending';
    return released && part.ebook && !part.is_draft && !isTaken && final > 0;
  };
  /** Adds the next part for sale, because a single part may be below the minimum. */
  const withNext = ([single, ...others]: Offer): { readonly partName: string; readonly offer: Offer } | null => {
    const next = parts.find((part) => part.id !== single?.part_id && isForSale(part));
    if (!single || others.length > 0 || !next) return null;
    const all = ofAll();
    const isAll = all.length === 2 && all.every(({ part_id: id }) => id === single.part_id || id === next.id);
    return { partName: next.name, offer: isAll ? all : [single, ...ofOne(next)] };
  };
  return { completion, ofOne, ofAll, withNext };
}

/**
 * How a part can be had: bought by a reader who neither owns nor is paying it, as a gift, or free.
 * @returns null for an owned, pending or unreleased part, whose card shows its state
 */
function wayToHave(part: UserPart, now: number, isGift: boolean): 'buy' | 'take' | null {
  const { released, final } = partPricing(part, now);
  const isTaken = part.is_purchased || part.early_access || part.unfinished_order?.state === 'pending';
  if (!released || !part.ebook || (isTaken && !isGift)) return null;
  if (final > 0) return 'buy';
  return isGift ? null : 'take';
}

/** Whether a page of this shop led here. A link from elsewhere, or from a mail, only opens a card. */
const isFromOurPages = (): boolean => document.referrer.startsWith(`${location.origin}/`);

/** Purchases on this page: the part that is asked about, the current order, and the result. */
function useBuying(book: PublicBook, parts: readonly UserPart[], now: number) {
  const isClosed = useSite()?.seller.sales_open === false;
  const queryClient = useQueryClient();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [open, setOpen] = useState(false);
  const [, openTab] = useLibraryTab();
  const reload = () => queryClient.invalidateQueries({ queryKey: keyOf(getLibrary) });
  const { waiting, unpaid, pending, bought } = usePurchaseResult(() => void reload());
  // Scrolls to the pending part, since a returning buyer is at the top of the page.
  useEffect(() => {
    if (waiting) document.getElementById(SECTION_ID)?.scrollIntoView();
  }, [waiting]);
  // The part's card says that nothing was charged, or until when the payment stays pending.
  const [notBought] = [...unpaid, ...pending];
  useEffect(() => {
    if (notBought === undefined) return;
    document.getElementById(partCardId(notBought))?.scrollIntoView();
    restoreFocus(`#${partCardId(notBought)} h3`);
  }, [notBought]);
  const [firstBought] = bought;
  useEffect(() => {
    if (firstBought === undefined) return;
    void queryClient.invalidateQueries({ queryKey: keyOf(getLibrary) }).then(() => focusReading(firstBought));
  }, [firstBought, queryClient]);
  const checkout = useCheckout({
    onLeave: () => setOpen(false),
    onGranted: () => {
      setOpen(false);
      openTab('myBooks');
      void reload().then(() => {
        document.getElementById(SECTION_ID)?.scrollIntoView({ behavior: scrollBehavior() });
        restoreFocus('#parts-title');
      });
    },
  });
  const buy = async (purchase: PurchaseRequest) => orReload(await checkout.start(purchase), reload);
  const takeFree = (partId: string) => void buy({ partIds: [partId], acknowledged: false, total: 0 });
  const offers = offersOf(book, parts, now);
  const { completion } = offers;
  const show = (next: Offer, isGift = false) => {
    meanGift(isGift);
    setOffer(next);
    setOpen(true);
  };
  const ask = (part: UserPart, isGift = false) => show(offers.ofOne(part), isGift);
  const complete = () => show(offers.ofAll());
  useAskedPart(parts, (part, isGift) => {
    if (part === ALL_PARTS) {
      document.getElementById(SECTION_ID)?.scrollIntoView();
      if (completion && !isClosed) complete();
      return;
    }
    document.getElementById(partCardId(part.id))?.scrollIntoView();
    const way = wayToHave(part, now, isGift);
    if (way === 'buy' && !isClosed) ask(part, isGift);
    // 'Descarga gratis' was pressed before the account existed.
    if (way === 'take' && isFromOurPages()) takeFree(part.id);
  });
  return { waiting, unpaid, checkout, buy, takeFree, offer, open, setOpen, ask, offers, complete, show, reload };
}

type Buying = ReturnType<typeof useBuying>;

interface BookPartsProps {
  readonly book: PublicBook;
  readonly parts: readonly UserPart[];
  readonly device: BookOnDevice;
  readonly now: number;
  readonly buying: Buying;
}

/** Section 'Libro': the cards of the parts, and their purchase. */
function LibraryBookParts({ book, parts, device, now, buying }: BookPartsProps) {
  const { online, onDevice, downloading } = device;
  const downloadedParts = parts.filter(({ id }) => onDevice.has(id));
  const { waiting, unpaid, checkout, takeFree, ask, offers, complete, reload } = buying;
  return (
    <>
      {waiting && <WaitingForPayment />}
      <div className="mb-5 empty:hidden">
        <OfflineLine online={online} text={t.readableOfBook(downloadedParts.length)} className="not-empty:mt-6" />
      </div>
      <div style={waiting ? { visibility: 'hidden' } : undefined}>
        {online && <CompleteBook completion={offers.completion} onComplete={complete} />}
      </div>
      {parts.length === 0 ? (
        <p className="border-t border-line pt-4 text-ink-2">{t.noParts}</p>
      ) : (
        <ul className="border-t border-line">
          {parts.map((part) => (
            <PartCard
              key={part.id}
              book={book}
              part={part}
              online={online}
              onDevice={onDevice.has(part.id)}
              downloading={downloading.has(part.id)}
              now={now}
              busy={checkout.busyParts.length === 1 && checkout.busyParts.includes(part.id)}
              notCharged={unpaid.includes(part.id)}
              isAwaited={waiting}
              onBuy={() => ask(part)}
              onGive={() => ask(part, true)}
              onTakeFree={() => takeFree(part.id)}
              onPaymentChanged={() => void reload()}
            />
          ))}
        </ul>
      )}
      {online && <PaymentInfo />}
      <OpenSheet buying={buying} />
    </>
  );
}

/** Shows the purchase sheet, once a part was chosen. */
function OpenSheet({ buying }: { readonly buying: Buying }) {
  const { offer, offers, open, setOpen, checkout, buy, show } = buying;
  if (!offer) return null;
  return (
    <BuyingSheet
      key={offer.map(({ part_id: id }) => id).join()}
      offer={offer}
      next={offers.withNext(offer)}
      open={open}
      isBusy={checkout.busyParts.length > 0}
      onBuy={buy}
      onShow={(other) => show(other, sheetGift.snapshot().isOn)}
      onClose={() => setOpen(false)}
    />
  );
}

/** Refreshes the cards, whose prices differ from the server's. */
function orReload(isRepriced: boolean, reload: () => Promise<unknown>): boolean {
  if (isRepriced) void reload();
  return isRepriced;
}

interface BuyingSheetProps {
  readonly offer: Offer;
  readonly next: ReturnType<ReturnType<typeof offersOf>['withNext']>;
  readonly open: boolean;
  readonly isBusy: boolean;
  readonly onBuy: (purchase: PurchaseRequest) => Promise<boolean>;
  readonly onShow: (offer: Offer) => void;
  readonly onClose: () => void;
}

/** The purchase sheet. */
function BuyingSheet({ offer, next, open, isBusy, onBuy, onShow, onClose }: BuyingSheetProps) {
  const ids = offer.map(({ part_id: id }) => id);
  return (
    <Suspense>
      <PurchaseSheet
        offer={offer}
        open={open}
        next={
          next === null
            ? undefined
            : {
                partName: next.partName,
                total: next.offer.reduce((sum, { amount }) => sum + amount, 0),
                onChoose: () => onShow(next.offer),
              }
        }
        busy={isBusy}
        onClose={onClose}
        onConfirm={async (accepted) => onBuy({ partIds: ids, ...accepted })}
      />
    </Suspense>
  );
}

/** 'Detalle del libro' of a reader. */
export function LibraryBookScreen() {
  const bookId = useParams()['book_id'] ?? '';
  const store = useStoreName();
  const queryClient = useQueryClient();
  const book = useQuery(bookQuery(bookId));
  const parts = useQuery(userPartsQuery(bookId));
  const finishedHere = useFinishedHere();
  const reload = () => refreshBook(queryClient, bookId);
  const { refreshing, refresh } = useRefresh({ list: `book:${bookId}`, done: t.bookRefreshed, reload });
  const online = useOnline();
  // A failure stays on the screen while the book is asked for again, which a change on another device does as well.
  const hasFailed = ({ data, errorUpdateCount }: typeof parts | typeof book) => !data && errorUpdateCount > 0;
  const failed = hasFailed(parts);
  const refusalCount = failed && online ? parts.errorUpdateCount : 0;
  const isLoaded = !failed && book.data !== undefined && parts.data !== undefined;
  useEffect(() => {
    if (refusalCount > 0) showToast('error', t.bookUnavailable);
  }, [refusalCount]);

  return (
    <SignedInFrame actions={<ProfileLink />}>
      <PrivateMeta title={appTexts.titled(book.data?.name ?? t.detail, store)} />
      {!isLoaded && (
        <p className="pt-3">
          <WayBack />
        </p>
      )}
      {failed || hasFailed(book) ? (
        <BookFailed
          online={online}
          busy={book.isFetching || parts.isFetching}
          onRetry={() => void Promise.all([book.refetch(), parts.refetch()])}
        />
      ) : book.data && parts.data ? (
        <LoadedBook
          book={book.data}
          parts={withFinished(parts.data, finishedHere, ({ id }) => id)}
          refreshing={refreshing}
          onRefresh={() => void refresh()}
        />
      ) : (
        <BookSkeleton />
      )}
    </SignedInFrame>
  );
}

interface LoadedBookProps {
  readonly book: PublicBook;
  readonly parts: readonly UserPart[];
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
}

function LoadedBook({ book, parts, refreshing, onRefresh }: LoadedBookProps) {
  const now = useNow();
  const device = { online: useOnline(), onDevice: usePartsOnDevice(), downloading: useDownloadingParts() };
  const buying = useBuying(book, parts, now);
  const { step, keep, sample, hasAll } = useOwnStep({ book, parts, device, now, buying });
  return (
    <>
      <BookPage
        book={book}
        now={now}
        back={<WayBack />}
        kind={t.detail}
        slider={
          <BookSlider book={book} sizes="(width >= 1280px) 380px, (width >= 1024px) 300px, 44vw" eager>
            <div className="absolute right-2 bottom-2 z-1 flex gap-2">
              <ShareButton book={book} look="sheet" />
              <IconButton
                look="sheet"
                label={t.refresh}
                aria-busy={refreshing}
                icon={<RefreshCw aria-hidden="true" className={refreshing ? 'motion-safe:animate-spin' : ''} />}
                onClick={onRefresh}
              />
            </div>
          </BookSlider>
        }
        decision={<BookDecision bookId={book.id} step={step} keep={keep} sample={sample} hasAll={hasAll} />}
        isCounted={device.online && parts.length > 0}
        partsId={SECTION_ID}
        partsTitle={t.partsTitle}
      >
        <LibraryBookParts book={book} parts={parts} device={device} now={now} buying={buying} />
      </BookPage>
      {step && <StepBar {...step} />}
    </>
  );
}

const WayBack = () => <BackLink to="/user-library">{t.title}</BackLink>;

/** Load failure of a book's page. */
interface BookFailedProps {
  readonly online: boolean;
  /** Whether the book is being asked for again. */
  readonly busy: boolean;
  readonly onRetry: () => void;
}

function BookFailed({ online, busy, onRetry }: BookFailedProps) {
  if (!online) return <EmptyState drawing={<CutThreadDrawing />} title={t.offlineTitle} isPage text={t.bookOnReturn} />;
  return (
    <EmptyState
      drawing={<TornSeamDrawing />}
      title={t.bookFailed}
      isPage
      text={t.bookFailedText}
      action={
        <Button variant="primary" busy={busy} onClick={onRetry}>
          {t.retry}
        </Button>
      }
    />
  );
}

/** Placeholder of the page while its contents load. */
function BookSkeleton() {
  return (
    <Waiting className="pb-12">
      <div className="grid gap-4 pt-2 pb-10 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-12 lg:pt-6 xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-20">
        <div className="skeleton mx-auto aspect-2/3 w-[44%] max-w-[320px] min-w-[156px] lg:w-full lg:max-w-none" />
        <div className="grid content-start gap-4">
          <div className="skeleton h-11 w-3/4" />
          <div className="skeleton h-20 w-1/2" />
          <div className="skeleton h-24" />
        </div>
      </div>
    </Waiting>
  );
}
