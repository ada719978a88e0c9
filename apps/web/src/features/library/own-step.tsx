import type { UserPart } from '@cuentos/contract/library';
import type { ReadState } from '@cuentos/domain/books/part-card';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button-class.ts';
import { ReadPartLink } from '../books/next-step.tsx';
import { nextStep, pendingAmong, readShare } from '../books/own-parts.ts';
import { KeepButton, NextAction } from '../books/part-actions.tsx';
import { isReadFirst, samplePart } from '../books/sample-part.ts';
import { bookTexts } from '../books/texts.ts';
import { partCardId, partView } from './part-card.tsx';
import { libraryTexts as t } from './texts.ts';

/** Files of the book on this device, and the connection. */
export interface BookOnDevice {
  readonly online: boolean;
  /** Ids of parts with a stored file. */
  readonly onDevice: ReadonlySet<string>;
  /** Ids of parts whose file is being downloaded. */
  readonly downloading: ReadonlySet<string>;
}

interface OwnStepProps {
  readonly book: { readonly id: string; readonly name: string };
  readonly parts: readonly UserPart[];
  readonly device: BookOnDevice;
  readonly now: number;
  readonly buying: {
    /** Whether an order of the book is being requested. */
    readonly waiting: boolean;
    readonly checkout: { readonly busyParts: readonly string[] };
    readonly ask: (part: UserPart, isGift?: boolean) => void;
    readonly takeFree: (partId: string) => void;
  };
}

/**
 * Returns the reader's next step with a book and the actions allowed now: without a connection reading the stored
 * parts, and nothing while an order of the book is being requested.
 */
export function useOwnStep({ book, parts, device, now, buying }: OwnStepProps) {
  const { online, onDevice, downloading } = device;
  const views = new Map(
    parts.map((part) => {
      const facts = { online, onDevice: onDevice.has(part.id), downloading: downloading.has(part.id), now };
      return [part.id, partView(part, facts)];
    }),
  );
  const readable = new Map(
    parts.filter(({ id }) => isOpenable(views.get(id)?.card.read)).map((part) => [part.id, readShare(part)]),
  );
  // An owned unreleased part offers no step.
  const candidates = parts.filter((part) => !part.is_purchased || readable.has(part.id));
  const next = nextStep(candidates, readable, now, { pending: pendingAmong(parts) });
  const part = parts.find(({ id }) => id === next?.part.id);
  const view = next && views.get(next.part.id);
  const sample = online ? samplePart({ parts }, readable) : null;
  const hasAll = readable.size > 0 && parts.every((part) => readable.has(part.id) || !part.ebook);
  if (!next || !part || !view || buying.waiting || (!online && next.step !== 'read')) {
    return { step: null, keep: undefined, sample, hasAll };
  }
  const { price, card } = view;
  const isBusy = buying.checkout.busyParts.includes(part.id);
  const ways = {
    buy: { onPress: () => buying.ask(part), isBusy },
    take: { onPress: () => buying.takeFree(part.id), isBusy },
    give: { onPress: () => buying.ask(part, true) },
  };
  const instead: Partial<Record<typeof next.step, ReactNode>> = {
    read: <ReadPartLink bookId={book.id} part={part} />,
    pay: (
      <a
        href={`#${partCardId(part.id)}`}
        aria-label={t.withName(bookTexts.seePayment, part.name)}
        className={buttonClass({ full: true })}
      >
        {bookTexts.seePayment}
      </a>
    ),
  };
  const { offer } = card;
  const action = (
    <NextAction
      book={book}
      part={part}
      offer={offer}
      ways={ways}
      freeLabel={t.freeDownload}
      instead={instead[next.step]}
    />
  );
  const keep =
    next.step === 'buy' && isReadFirst({ part, offer }) ? <KeepButton part={part} way={ways.take} /> : undefined;
  return { step: { next, price, action }, keep, sample, hasAll };
}

/** Whether a part opens in the reader now. */
const isOpenable = (read: ReadState | undefined): boolean =>
  read === 'on-device' || read === 'downloading' || read === 'to-download';
