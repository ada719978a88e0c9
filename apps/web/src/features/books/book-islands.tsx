import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { type OfferState, partCard } from '@cuentos/domain/books/part-card';
import type { ReactNode } from 'react';
import { useHasSession } from '../../lib/api/session.ts';
import { useNow } from '../../lib/clock.ts';
import { ALL_PARTS, purchaseAddress } from '../../lib/login-address.ts';
import { useScreenData } from '../../lib/screen-data.ts';
import { FollowButton } from '../follows/follow-button.tsx';
import { bookCompletion } from './book-completion.ts';
import { CompleteBook } from './complete-book.tsx';
import { BookDecision, ReadPartLink, SoonButton, StepBar } from './next-step.tsx';
import { awaitedAmong, nextStep, pendingAmong, readableAmong, useOwnParts } from './own-parts.ts';
import { KeepButton, NextAction, PartActions, type PartWays, WayButton } from './part-actions.tsx';
import { partPricing, type PartPricing } from './part-pricing.ts';
import { isReadFirst, samplePart } from './sample-part.ts';
import { bookTexts as t } from './texts.ts';

// Islands of a book's page: they depend on what the visitor owns, or handle more than a link.

/** Data that is loaded for the public book page. */
export interface BookPageData {
  readonly book: PublicBook;
}

const useBook = (): PublicBook => (useScreenData() as BookPageData).book;

interface IslandProps {
  /** Sample of the book, or of the part. */
  readonly id: string;
}

/** Offers all missing parts of the book at once, with their price. */
export function CompleteOwnBook({ id }: IslandProps) {
  const book = useBook();
  const hasSession = useHasSession();
  const completion = bookCompletion(book, useOwnParts(id), useNow());
  return <CompleteBook completion={completion} to={purchaseAddress(id, ALL_PARTS, hasSession)} />;
}

/** Offers a notice of the first part of a book in preparation. */
export function FollowPageBook() {
  const book = useBook();
  return <FollowButton book={book} name={book.name} />;
}

interface PartFacts {
  readonly price: PartPricing;
  readonly offer: OfferState;
  readonly ways: PartWays;
  readonly isReadable: boolean;
  /** Whether the visitor owns it and it is not released yet. */
  readonly isAwaited: boolean;
  readonly isPaymentPending: boolean;
}

/** Returns a function that lists the visitor's actions for a part of the page's book. */
function usePartFacts(): (part: PublicPart) => PartFacts {
  const book = useBook();
  const now = useNow();
  const own = useOwnParts(book.id);
  const hasSession = useHasSession();
  const [readable, awaited, pending] = [readableAmong(own), awaitedAmong(own), pendingAmong(own)];
  return (part) => {
    const price = partPricing(part, now);
    const [isReadable, isAwaited] = [readable.has(part.id), awaited.has(part.id)];
    const { offer } = partCard({
      online: true,
      onDevice: false,
      downloading: false,
      owned: isReadable || isAwaited,
      earlyAccess: false,
      isRecalled: false,
      released: price.released,
      hasEbook: part.ebook,
      finalPrice: price.final,
    });
    const buy = { to: purchaseAddress(book.id, part.id, hasSession) };
    const give = { to: purchaseAddress(book.id, part.id, hasSession, true) };
    const isPaymentPending = pending.has(part.id) && !isReadable;
    return { price, offer, ways: { buy, take: buy, give }, isReadable, isAwaited, isPaymentPending };
  };
}

/** The buttons of a part in its row. */
export function PartActionsIsland({ id }: IslandProps) {
  const book = useBook();
  const factsOf = usePartFacts();
  const part = book.parts.find((each) => each.id === id);
  if (!part) return null;
  const { price, offer, ways, isReadable, isAwaited, isPaymentPending } = factsOf(part);
  return (
    <PartActions
      book={book}
      part={part}
      price={price}
      offer={offer}
      ways={ways}
      freeLabel={t.free}
      read={isReadable ? <ReadPartLink bookId={book.id} part={part} /> : isAwaited && <SoonButton />}
      pending={isPaymentPending ? <PaymentLink part={part} ways={ways} /> : null}
    />
  );
}

/** Leads to a pending payment, on the part's page in the library. */
const PaymentLink = ({ part, ways }: { readonly part: PublicPart; readonly ways: PartWays }) => (
  <WayButton way={ways.buy} label={t.seePayment} name={t.withName(t.seePayment, part.name)} look={{}} />
);

/** Returns the visitor's next step with the page's book, and its button. */
function useStep() {
  const book = useBook();
  const own = useOwnParts(book.id);
  const now = useNow();
  const factsOf = usePartFacts();
  const next = nextStep(book.parts, readableAmong(own), now, {
    pending: pendingAmong(own),
    awaited: awaitedAmong(own),
  });
  if (!next) return null;
  const { step, part } = next;
  const { price, offer, ways } = factsOf(part);
  const instead: Partial<Record<typeof step, ReactNode>> = {
    read: <ReadPartLink bookId={book.id} part={part} />,
    pay: <PaymentLink part={part} ways={ways} />,
    wait: <SoonButton />,
  };
  const action = (
    <NextAction book={book} part={part} offer={offer} ways={ways} freeLabel={t.free} instead={instead[step]} />
  );
  const keep =
    step === 'buy' && isReadFirst({ part, offer, read: null }) ? <KeepButton part={part} way={ways.take} /> : undefined;
  return { next, price, action, keep };
}

/** Beside the title: the next step, and the sample, which every visitor may read. */
export function OwnBookDecision({ id }: IslandProps) {
  const book = useBook();
  const readable = readableAmong(useOwnParts(id));
  const step = useStep();
  return (
    <BookDecision
      bookId={id}
      step={step}
      keep={step?.keep}
      sample={samplePart(book, readable)}
      hasAll={step?.next.step === 'read' && book.parts.every((part) => readable.has(part.id) || !part.ebook)}
      keepsRoom
    />
  );
}

/** At the foot of a phone: the next part with its price and button. */
export function NextStepBar() {
  const step = useStep();
  return step && <StepBar {...step} />;
}
