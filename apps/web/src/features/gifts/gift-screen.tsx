import {
  claimGift as claimGiftCall,
  type ClaimGiftBody,
  type Gift,
  openGift as openGiftCall,
} from '@cuentos/contract/gifts';
import { readingMinutes } from '@cuentos/domain/books/reading-time';
import { Copy, Share2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { session } from '../../lib/api/session.ts';
import { formatDate } from '../../lib/formats.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { useScreenParams } from '../../lib/screen-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { Link } from '../../ui/navigation.tsx';
import { useNavigation } from '../../ui/use-navigation.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { Cover } from '../../ui/pictures/cover.tsx';
import { bookTexts } from '../books/texts.ts';
import { AccountScreen } from '../site/account-frame.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { canShare, handOnLink } from './hand-on-link.ts';
import { giftTexts as t } from './texts.ts';
import { Waiting } from '../../ui/waiting.tsx';

/** The gift, or the reason why none is shown. Missing: the link belongs to no gift. */
type GiftAnswer = Gift | 'loading' | 'failed' | 'missing';

/**
 * Session storage key, set when 'Abrir mi regalo' is pressed before signing in, so that the gift is opened afterwards.
 */
const OPENING = 'gift-opening';

function rememberOpening(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(OPENING);
    else sessionStorage.setItem(OPENING, token);
  } catch {
    // Storage is blocked: the visitor presses the button again.
  }
}

function isOpening(token: string): boolean {
  try {
    return sessionStorage.getItem(OPENING) === token;
  } catch {
    return false;
  }
}

/** Asks the server for the session when this browser may have one. @returns whether there is one */
async function enter(): Promise<boolean> {
  if (!session.isRefreshTokenValid()) return false;
  const { startSession } = await import('../../lib/api/refresh-session.ts');
  return (await startSession()) === 'refreshed';
}

async function openGift(token: string): Promise<Gift> {
  const { request } = await import('../../lib/api/api-client.ts');
  return request(openGiftCall, { json: { token }, handles: 'all', quiet: true });
}

async function claimGift(json: ClaimGiftBody): Promise<Gift> {
  const { request } = await import('../../lib/api/api-client.ts');
  return request(claimGiftCall, { json, handles: 'all' });
}

const isToOpen = ({ state }: Gift): boolean => state === 'open' || state === 'waiting';

interface GiftScreenState {
  readonly found: GiftAnswer;
  readonly signedIn: boolean;
}

const initialState: GiftScreenState = { found: 'loading', signedIn: false };

/** Loads the gift, and opens it after a sign-in for that purpose. */
function useGift(token: string) {
  const [giftState, setGiftState] = useState<GiftScreenState>(initialState);
  const load = useCallback(async (): Promise<GiftScreenState> => {
    let signedIn = false;
    try {
      signedIn = await enter();
      const gift = await openGift(token);
      const isWanted = signedIn && isOpening(token) && isToOpen(gift) && !gift.is_own;
      rememberOpening(null);
      if (!isWanted || gift.items.some(({ is_owned: isOwned }) => isOwned)) return { found: gift, signedIn };
      return { found: await claimGift({ token }).catch(async () => openGift(token)), signedIn };
    } catch (error) {
      const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 422);
      return { found: isUnknown ? 'missing' : 'failed', signedIn };
    }
  }, [token]);
  useEffect(() => {
    let isHere = true;
    void load().then((loaded) => isHere && setGiftState(loaded));
    return () => {
      isHere = false;
    };
  }, [load]);
  const again = async () => {
    setGiftState(initialState);
    setGiftState(await load());
  };
  const setFound = (openedGift: Gift) => setGiftState((before) => ({ ...before, found: openedGift }));
  return { ...giftState, setFound, again };
}

/** The page of a gift's link: its parts, its giver, and how to open it with or without an account. */
export function GiftScreen() {
  const token = useScreenParams()['token'] ?? '';
  const store = useStoreName();
  const { found: answer, signedIn, setFound, again } = useGift(token);
  const view = viewOf(answer);
  const gift = typeof answer === 'string' ? null : answer;
  const bookId = gift?.items[0]?.book_id;
  return (
    <AccountScreen
      title={view.title}
      lead={view.lead}
      bookId={bookId}
      waiting={answer === 'loading' && <GiftSkeleton />}
    >
      <PrivateMeta title={t.metaTitle(store)} />
      <meta name="referrer" content="no-referrer" />
      {answer === 'failed' && (
        <Button variant="primary" size="large" full onClick={() => void again()}>
          {t.retry}
        </Button>
      )}
      {gift && <GiftBody gift={gift} token={token} signedIn={signedIn} onChanged={setFound} />}
      <p className="mt-5">
        <BackLink to="/">{t.seeBooks}</BackLink>
      </p>
    </AccountScreen>
  );
}

function viewOf(gift: GiftAnswer): { readonly title: string; readonly lead: ReactNode } {
  if (gift === 'loading') return { title: t.loadingTitle, lead: t.loadingLead };
  if (gift === 'failed') return { title: t.failedTitle, lead: t.failedLead };
  if (gift === 'missing' || gift.state === 'unpaid') return t.closed.unpaid;
  if (gift.is_mine && gift.state === 'claimed') return { title: t.mineTitle, lead: t.mineLead };
  if (!isToOpen(gift)) return t.closed[gift.state as keyof typeof t.closed];
  if (gift.is_own) return { title: t.ownTitle, lead: t.ownLead };
  if (gift.items.every(({ is_owned: isOwned }) => isOwned)) return { title: t.allOwnedTitle, lead: t.allOwnedLead };
  return { title: t.title, lead: t.from(gift.giver_name) };
}

interface GiftBodyProps {
  readonly gift: Gift;
  readonly token: string;
  readonly signedIn: boolean;
  readonly onChanged: (gift: Gift) => void;
}

function GiftBody({ gift, token, signedIn, onChanged }: GiftBodyProps) {
  const { message, items, expires_at: expiresAt, is_mine: isMine } = gift;
  return (
    <div className="grid grid-cols-1 gap-5">
      {message && (
        <blockquote className="rounded-b-[14px] bg-accent-soft px-5 py-4.5 font-serif text-lg leading-relaxed whitespace-pre-wrap italic [overflow-wrap:anywhere]">
          {t.quote(message)}
        </blockquote>
      )}
      <ul className="grid grid-cols-1 gap-3 border-y border-line py-4">
        {items.map((item) => (
          <GiftItem key={item.part_id} item={item} isTold={!isMine} />
        ))}
      </ul>
      <NextStep gift={gift} token={token} signedIn={signedIn} onChanged={onChanged} />
      {isToOpen(gift) && !gift.is_own && expiresAt !== null && (
        <div className="figures grid gap-2 text-sm text-ink-2">
          {!signedIn && <p>{t.how}</p>}
          <p>{t.lasts(formatDate(expiresAt))}</p>
        </div>
      )}
    </div>
  );
}

function GiftItem({ item, isTold }: { readonly item: Gift['items'][number]; readonly isTold: boolean }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <div className="w-14 shrink-0">
        <Cover picture={item.image} alt="" sizes="56px" seed={item.part_id} />
      </div>
      <div className="min-w-0 flex-1 basis-36">
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{item.book_name}</p>
        <h2 className="text-[1.0625rem] leading-6 [overflow-wrap:anywhere]">{item.part_name}</h2>
        {item.characters !== null && (
          <p className="figures text-xs text-ink-3">{bookTexts.readingTime(readingMinutes(item.characters))}</p>
        )}
        {item.is_owned && isTold && <p className="text-xs font-semibold text-ink-2">{t.owned}</p>}
      </div>
    </li>
  );
}

/** The next step: open the gift (a visitor signs in first), read an opened one, or share its link. */
function NextStep({ gift, token, signedIn, onChanged }: GiftBodyProps) {
  const { go } = useNavigation();
  const { busy, run } = useTask();
  const [first] = gift.items;
  const claim = (accepts: Pick<ClaimGiftBody, 'accepts_owned' | 'accepts_own'> = {}) =>
    void run(async () => {
      try {
        onChanged(await claimGift({ token, ...accepts }));
      } catch (error) {
        showToastHere('error', claimFailure(error));
        // The gift was claimed meanwhile, or has ended: the page shows its state.
        if (error instanceof ApiError && error.status === 409) onChanged(await openGift(token));
      }
    });
  if (gift.is_mine && gift.state === 'claimed' && first) return <ReadLinks gift={gift} />;
  if (!isToOpen(gift)) return first ? <SeeBook bookId={first.book_id} /> : null;
  if (gift.is_own) return <OwnGift busy={busy} onKeep={() => claim({ accepts_own: true, accepts_owned: true })} />;
  const owned = gift.items.filter(({ is_owned: isOwned }) => isOwned);
  if (owned.length === gift.items.length) return <ShareLink />;
  const enterFirst = () => {
    rememberOpening(token);
    const query = new URLSearchParams({ next: `/gift/${token}`, part: first?.part_id ?? '' });
    go(`/register/${first?.book_id ?? ''}?${query}`);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      {owned.length > 0 && <p className="text-sm text-ink-2">{t.ownedInPart}</p>}
      <Button
        variant="primary"
        size="large"
        full
        busy={busy}
        onClick={() => (signedIn ? claim({ accepts_owned: owned.length > 0 }) : enterFirst())}
      >
        {owned.length > 0 ? t.openRest : t.open}
      </Button>
    </div>
  );
}

function claimFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return NO_ANSWER_TEXT;
  return error.detail || t.claimFailed;
}

function ReadLinks({ gift: { items } }: { readonly gift: Gift }) {
  const [first] = items;
  return (
    <div className="grid grid-cols-1 gap-2">
      {first && (
        <Link
          to={`/reader/${first.book_id}/${first.part_id}`}
          className={buttonClass({ variant: 'primary', size: 'large', full: true })}
        >
          {t.readNow}
        </Link>
      )}
      <Link to="/user-library" className={buttonClass({ variant: 'quiet', full: true })}>
        {t.toLibrary}
      </Link>
    </div>
  );
}

const SeeBook = ({ bookId }: { readonly bookId: string }) => (
  <Link to={`/book-detail/${bookId}`} className={buttonClass({ size: 'large', full: true })}>
    {t.seeBook}
  </Link>
);

function ShareLink() {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button
        size="large"
        full
        icon={canShare() ? <Share2 aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={() => void handOnLink(location.href)}
      >
        {canShare() ? t.share : t.copy}
      </Button>
      <Link to="/user-library" className={buttonClass({ variant: 'quiet', full: true })}>
        {t.toLibrary}
      </Link>
    </div>
  );
}

/** Shown to the giver, who can keep the gift only after a second question. */
function OwnGift({ busy, onKeep }: { readonly busy: boolean; readonly onKeep: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  if (isConfirming) {
    return (
      <div className="grid grid-cols-1 gap-3">
        <p role="alert" className="text-sm text-ink-2">
          {t.keepItText}
        </p>
        <Button size="large" full busy={busy} onClick={onKeep}>
          {t.keepItSure}
        </Button>
        <Button variant="quiet" full onClick={() => setIsConfirming(false)}>
          {t.cancel}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Link to="/user-settings/orders" className={buttonClass({ variant: 'primary', size: 'large', full: true })}>
        {t.toOrders}
      </Link>
      <Button variant="quiet" full onClick={() => setIsConfirming(true)}>
        {t.keepIt}
      </Button>
    </div>
  );
}

function GiftSkeleton() {
  return (
    <Waiting className="grid gap-4">
      <p className="type-3 font-serif font-semibold">{t.loadingTitle}</p>
      <p className="text-ink-2">{t.loadingLead}</p>
      <div className="skeleton h-24" />
      <div className="skeleton h-20" />
      <div className="skeleton h-13" />
    </Waiting>
  );
}
