import type { UserPart } from '@cuentos/contract/library';
import type { PartCard } from '@cuentos/domain/books/part-card';
import { Download, ShoppingBag } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { libraryTexts as t } from '../texts.ts';
import { ReadingButton } from './reading-button.tsx';

interface PartActionsProps {
  readonly part: UserPart;
  readonly card: PartCard;
  readonly online: boolean;
  readonly busy: boolean;
  readonly onBuy: () => void;
  readonly onTakeFree: () => void;
}

/** The card's button; an early reader has two. */
export function PartActions({ part, card, online, busy, onBuy, onTakeFree }: PartActionsProps) {
  if (card.read === 'offline-blocked') return <p className="text-sm text-ink-2">{t.offlineNoBuying}</p>;
  return (
    <>
      <ReadAction part={part} card={card} online={online} />
      <OfferAction part={part} card={card} busy={busy} onBuy={onBuy} onTakeFree={onTakeFree} />
    </>
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
  if (card.read === 'downloading') {
    return (
      <Button full disabled>
        {t.readNow}
      </Button>
    );
  }
  if (!card.read) return null;
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

function OfferAction({ part, card, busy, onBuy, onTakeFree }: Omit<PartActionsProps, 'online'>) {
  if (card.offer === 'free' || card.offer === 'for-sale') {
    const isFree = card.offer === 'free';
    const label = isFree ? t.freeDownload : t.buyNow;
    const Icon = isFree ? Download : ShoppingBag;
    return (
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
    );
  }
  if (!card.offer) return null;
  return (
    <Button full disabled>
      {t.unavailable}
    </Button>
  );
}
