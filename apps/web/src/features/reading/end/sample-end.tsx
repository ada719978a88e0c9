import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { readingMinutes } from '@cuentos/domain/books/reading-time';
import { useEffect } from 'react';
import { session as account } from '../../../lib/api/session.ts';
import { useNow } from '../../../lib/clock.ts';
import { formatPercent } from '../../../lib/format-percent.ts';
import { purchaseAddress } from '../../../lib/login-address.ts';
import { useSite } from '../../../lib/page-data.ts';
import { useStore } from '../../../lib/react-store.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Link } from '../../../ui/navigation.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { SaveByEmail } from '../../auth/save-by-email.tsx';
import { partPricing } from '../../books/part-pricing.ts';
import { SampleLink } from '../../books/sample-link.tsx';
import { bookTexts } from '../../books/texts.ts';
import { keepCodeOfAddress } from '../../orders/purchase/typed-code.ts';
import { PocketButton } from '../../pocket/pocket-button.tsx';
import { pocketTexts } from '../../pocket/texts.ts';
import type { Sample } from '../opening/open-book.ts';
import type { ReadingSession } from '../reading-session.ts';
import { sampleTexts as t } from '../sample/texts.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import { EndPage, Fin, Head, NextPart, Pocket, priceWords, WayOn, wideOnPhones } from './end-parts.tsx';
import { type KnownBook, nextPart, partOf, useCatalogueBook } from './known-book.ts';

interface SampleEndProps {
  readonly session: ReadingSession;
  readonly tools: ReadingTools;
}

/** The page after a sample's last line: the read part, the rest, and how to get it. */
export function SampleEnd({ session, tools }: SampleEndProps) {
  const { sample } = session.book;
  const { pastEnd } = useStore(session);
  const book = useCatalogueBook(session.book.bookId);
  useEffect(() => keepCodeOfAddress(location.search), []);
  if (!pastEnd || !sample) return null;
  return (
    <EndPage session={session}>
      {sample.kind === 'whole' ? (
        <WholeEnd session={session} book={book} />
      ) : (
        <BeginningEnd session={session} sample={sample} tools={tools} book={book} />
      )}
    </EndPage>
  );
}

interface EndProps {
  readonly session: ReadingSession;
  readonly book: KnownBook;
}

/** 'Hasta aquí llega el comienzo' */
function BeginningEnd({
  session,
  sample,
  tools,
  book,
}: EndProps & { readonly sample: Sample; readonly tools: ReadingTools }) {
  const { partId } = session.book;
  const { highlights } = useStore(tools.notes);
  const { list: bookmarks } = useStore(tools.bookmarks);
  const part = partOf(book, partId);
  const readingTimeLeft =
    sample.charactersLeft > 0
      ? bookTexts.readingTime(readingMinutes(sample.charactersLeft)).replaceAll(' ', '\u00A0')
      : null;
  const isFree = part?.value === 0;
  return (
    <Pocket>
      <Head
        part={part}
        seed={partId}
        title={t.title}
        text={t.read(formatPercent(Math.floor(sample.end)), readingTimeLeft)}
        isTitle
      />
      <p>{t.marks((highlights?.length ?? 0) + bookmarks.length, isFree)}</p>
      <WayOn book={book} part={part} />
      {typeof book !== 'string' && part && <Save book={book} part={part} />}
      {typeof book !== 'string' && <NextLine book={book} partId={partId} />}
      <p className="text-xs text-(--rd-muted)">{t.kept}</p>
    </Pocket>
  );
}

interface SaveProps {
  readonly book: PublicBook;
  readonly part: PublicPart;
}

/**
 * Keeps the sampled part beyond this device: a field for a visitor without an account, a button for a reader with one.
 * A free part is added to the library, a paid one to the pocket; an unreleased part is followed instead.
 */
function Save({ book, part }: SaveProps) {
  const now = useNow();
  const isClosed = useSite()?.seller.sales_open === false;
  const price = partPricing(part, now);
  const isFree = price.final === 0;
  if (!price.released || !part.ebook || (isClosed && !isFree)) return null;
  if (account.isRefreshTokenValid()) {
    if (!isFree) return <PocketButton part={part} bookName={book.name} price={price.final} />;
    return (
      <Link to={purchaseAddress(part.book_id, part.id, true)} className={`${buttonClass()} md:justify-self-start`}>
        {t.saveOwn}
      </Link>
    );
  }
  const query = new URLSearchParams({ part: part.id, ...(isFree ? {} : { next: '/pocket' }) });
  const putInPocket = async () => {
    try {
      const { addToPocket } = await import('../../pocket/pocket.ts');
      await addToPocket(part, book.name, price.final);
    } catch {
      showToast('error', pocketTexts.full);
    }
  };
  return (
    <div className="border-t border-(--rd-line) pt-4">
      <SaveByEmail label={t.save} bookId={book.id} query={query} {...(isFree ? {} : { onAsked: putInPocket })} />
    </div>
  );
}

/** Names the next part of a serial and its price. */
function NextLine({ book, partId }: { readonly book: PublicBook; readonly partId: string }) {
  const now = useNow();
  const next = nextPart(book, partId);
  if (next === null) return null;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-(--rd-line) pt-2 text-sm">
      <p className="figures min-w-0 flex-[1_1_9rem] [overflow-wrap:anywhere]">
        <span className="text-(--rd-muted)">{t.next}:</span> {next.name},{' '}
        <b className="font-semibold whitespace-nowrap">{priceWords(partPricing(next, now))}</b>
      </p>
      <SampleLink bookId={book.id} part={next} variant="quiet" />
    </div>
  );
}

/** 'Fin' of a fully open part: a button to keep it, and the next part with its sample and price. */
function WholeEnd({ session, book }: EndProps) {
  const { partId, partName, bookId } = session.book;
  const part = partOf(book, partId);
  const next = typeof book === 'string' ? null : nextPart(book, partId);
  return (
    <>
      <Fin partName={partName} />
      <Pocket>
        {typeof book !== 'string' && next ? (
          <NextPart book={book} part={next} />
        ) : (
          <Link to={`/book-detail/${bookId}`} className={wideOnPhones}>
            {t.seeBook}
          </Link>
        )}
        {typeof book !== 'string' && part && <Save book={book} part={part} />}
        <p className="text-xs text-(--rd-muted)">{t.kept}</p>
      </Pocket>
    </>
  );
}
