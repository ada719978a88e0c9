import { getPocket } from '@cuentos/contract/pocket';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useOnline } from '../../device/connection.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { useHasSession } from '../../lib/api/session.ts';
import { formatPrice } from '../../lib/formats.ts';
import { useSite, useStoreName } from '../../lib/page-data.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { restoreFocus } from '../../ui/focus-fallback.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { Link } from '../../ui/navigation.tsx';
import { useNavigation } from '../../ui/use-navigation.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { Cover } from '../../ui/pictures/cover.tsx';
import { ClosedPocketDrawing, CutThreadDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { meanGift } from '../gifts/sheet-gift.ts';
import { addToPocket, loadPocket, type PocketLine, type ShownPocket, takeOutOfPocket } from './pocket.ts';
import { pocketTexts } from './texts.ts';
import { PublicFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { OfferPrice, OfferSums, PurchaseSheet } from '../orders/purchase/purchase-sheet.tsx';
import { checkoutTexts as t } from '../orders/purchase/texts.ts';
import { useCheckout, type PurchaseRequest } from '../orders/purchase/use-checkout.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { Waiting } from '../../ui/waiting.tsx';

const ADDRESS = '/pocket';
const HEADING = '#pocket-title';

/** Key of the pocket's query: the account's pocket and this device's are different. */
const pocketKey = (signedIn: boolean) => [...keyOf(getPocket), signedIn];

/** 'Tu bolsillo': parts chosen to be bought together, on this device or in the account. */
export function PocketScreen() {
  const store = useStoreName();
  const online = useOnline();
  const signedIn = useHasSession();
  const pocket = useQuery({
    queryKey: pocketKey(signedIn),
    queryFn: loadPocket,
    // Requests the current prices each time it is opened.
    staleTime: 0,
  });
  return (
    <PublicFrame>
      <PrivateMeta title={t.pocketMeta(store)} />
      <div className="wrap pt-8 pb-24">
        <h1 id="pocket-title" tabIndex={-1} className="type-3">
          {pocketTexts.title}
        </h1>
        {pocket.data ? (
          <LoadedPocket pocket={pocket.data} signedIn={signedIn} />
        ) : online ? (
          pocket.isError ? (
            <EmptyState
              drawing={<TornSeamDrawing />}
              text={t.pocketFailed}
              action={<Button onClick={() => void pocket.refetch()}>{t.retry}</Button>}
            />
          ) : (
            <PocketSkeleton />
          )
        ) : (
          <EmptyState drawing={<CutThreadDrawing />} text={t.pocketOffline} />
        )}
      </div>
    </PublicFrame>
  );
}

interface LoadedPocketProps {
  readonly pocket: ShownPocket;
  readonly signedIn: boolean;
}

function LoadedPocket({ pocket, signedIn }: LoadedPocketProps) {
  const client = useQueryClient();
  const key = pocketKey(signedIn);
  const [removed, setRemoved] = useState<PocketLine | null>(null);
  const { isPending, mutate } = useMutation({
    mutationFn: async ({ line, isBack }: { readonly line: PocketLine; readonly isBack: boolean }) => {
      if (!isBack) return takeOutOfPocket(line.part_id);
      const part = { id: line.part_id, book_id: line.book_id, name: line.part_name };
      await addToPocket(part, line.book_name, line.price_then);
      return loadPocket();
    },
    networkMode: 'always',
    onSuccess: (after, { line, isBack }) => {
      client.setQueryData(key, after);
      setRemoved(isBack ? null : line);
      restoreFocus(HEADING);
    },
    onError: (error) => showToastHere('error', (error instanceof ApiError && error.detail) || NO_ANSWER_TEXT),
  });
  return (
    <>
      {removed && (
        <output className="mt-4 flex max-w-[820px] flex-wrap items-center justify-between gap-x-4 text-sm text-ink-2">
          {t.pocketRemoved(removed.part_name)}
          {removed.refusal === null && (
            <Button variant="quiet" busy={isPending} onClick={() => mutate({ line: removed, isBack: true })}>
              {t.undo}
            </Button>
          )}
        </output>
      )}
      {pocket.items.length === 0 ? (
        <EmptyState
          drawing={<ClosedPocketDrawing />}
          title={t.pocketEmpty}
          text={t.pocketEmptyText}
          action={
            <Link to="/" className={buttonClass({ variant: 'primary' })}>
              {t.seeBooks}
            </Link>
          }
        />
      ) : (
        <div className="mt-6 grid max-w-[820px] grid-cols-1 gap-6">
          <p className="text-sm text-ink-2">{signedIn ? t.pocketInAccount : t.pocketOnDevice}</p>
          <ul className="border-t border-line">
            {pocket.items.map((line) => (
              <Line key={line.part_id} line={line} onRemove={() => mutate({ line, isBack: false })} />
            ))}
          </ul>
          <Payment pocket={pocket} signedIn={signedIn} />
        </div>
      )}
      <WaitingParts lines={pocket.waiting} onRemove={(line) => mutate({ line, isBack: false })} />
    </>
  );
}

interface WaitingPartsProps {
  readonly lines: ShownPocket['waiting'];
  readonly onRemove: (line: PocketLine) => void;
}

/** Shows a visitor's parts for which the account's pocket has no room. */
function WaitingParts({ lines, onRemove }: WaitingPartsProps) {
  if (lines.length === 0) return null;
  return (
    <div className="mt-8 max-w-[820px]">
      <p className="text-sm text-ink-2">{t.pocketWaiting}</p>
      <ul className="mt-3 border-t border-line">
        {lines.map((line) => (
          <li key={line.part_id} className="flex items-center gap-4 border-b border-line py-3">
            <div className="min-w-0 flex-1">
              <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{line.book_name}</p>
              <h2 className="text-[1.0625rem] leading-6 [overflow-wrap:anywhere]">{line.part_name}</h2>
            </div>
            <IconButton
              label={t.of(t.remove, line.part_name)}
              icon={<X aria-hidden="true" />}
              onClick={() => onRemove(line)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A part in the pocket, with its changes since it was added. */
function Line({ line, onRemove }: { readonly line: PocketLine; readonly onRemove: () => void }) {
  const { refusal, alone, price_then: before } = line;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-line py-4">
      <div className={`w-14 shrink-0 ${refusal === null ? '' : 'cover-away'}`}>
        <Cover picture={line.image} alt="" sizes="56px" seed={line.part_id} />
      </div>
      <div className="min-w-0 flex-1 basis-36">
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{line.book_name}</p>
        <h2 className="text-[1.0625rem] leading-6 [overflow-wrap:anywhere]">{line.part_name}</h2>
        {refusal === null ? (
          <OfferPrice item={line} />
        ) : (
          <p className="text-sm text-ink-2">{t.pocketRefusals[refusal]}</p>
        )}
        {refusal === null && alone !== before && (
          <p className="figures text-xs text-ink-2">{t.priceChanged(formatPrice(before), formatPrice(alone))}</p>
        )}
      </div>
      <IconButton label={t.of(t.remove, line.part_name)} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </li>
  );
}

/** Sum and payment of the parts that can be paid. */
function Payment({ pocket: { items, total, below_minimum: isTooLittle }, signedIn }: LoadedPocketProps) {
  const isClosed = useSite()?.seller.sales_open === false;
  const { go } = useNavigation();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const payable = items.filter(({ refusal }) => refusal === null);
  const checkout = useCheckout({
    onLeave: () => setOpen(false),
    onGranted: () => {
      setOpen(false);
      void client.invalidateQueries();
    },
  });
  if (payable.length === 0) return null;
  const ids = payable.map(({ part_id: id }) => id);
  const start = async (accepted: Omit<PurchaseRequest, 'partIds'>) => {
    const isRepriced = await checkout.start({ partIds: ids, ...accepted });
    if (isRepriced) void client.invalidateQueries({ queryKey: keyOf(getPocket) });
    return isRepriced;
  };
  const pay = () => {
    if (!signedIn) go(`/login?next=${encodeURIComponent(ADDRESS)}`);
    else if (total === 0) void start({ acknowledged: false, total: 0 });
    else {
      meanGift(false);
      setOpen(true);
    }
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <OfferSums offer={payable} />
      {isTooLittle && <p className="text-sm text-ink-2">{t.belowMinimum}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Link to="/" className={`${buttonClass({ variant: 'quiet' })} max-sm:w-full`}>
          {t.seeMore}
        </Link>
        <Button
          variant="primary"
          className="max-sm:w-full"
          disabled={isTooLittle || isClosed}
          busy={checkout.busyParts.length > 0}
          onClick={pay}
        >
          {isClosed ? t.salesClosed : t.pay(formatPrice(total))}
        </Button>
      </div>
      {open && (
        <PurchaseSheet
          key={ids.join()}
          offer={payable}
          open
          busy={checkout.busyParts.length > 0}
          onClose={() => setOpen(false)}
          onConfirm={start}
        />
      )}
    </div>
  );
}

function PocketSkeleton() {
  return (
    <Waiting className="mt-6 grid max-w-[820px] gap-6 border-t border-line pt-4">
      {[0, 1].map((index) => (
        <div key={index} className="grid grid-cols-[56px_1fr] gap-4">
          <div className="skeleton aspect-2/3" />
          <div className="grid content-start gap-2">
            <div className="skeleton h-5 w-2/3" />
            <div className="skeleton h-4 w-1/4" />
          </div>
        </div>
      ))}
    </Waiting>
  );
}
