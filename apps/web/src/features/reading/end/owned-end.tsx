import type { PublicBook } from '@cuentos/contract/books';
import { getShop, type PublicShop } from '@cuentos/contract/shop';
import type { UserPart } from '@cuentos/contract/library';
import { useEffect, useState } from 'react';
import { request } from '../../../lib/api/api-client.ts';
import { useOnReturn } from '../../../device/connection.ts';
import { useStore } from '../../../lib/react-store.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Link } from '../../../ui/navigation.tsx';
import { Cover } from '../../../ui/pictures/cover.tsx';
import { fetchBooks } from '../../books/fetch-books.ts';
import { askForOwnParts, useKnownOwnParts } from '../../books/own-parts.ts';
import { setFinished } from '../../library/finished/finished-parts.ts';
import { useFinishedHere } from '../../library/finished/use-finished-here.ts';
import type { ReadingSession } from '../reading-session.ts';
import { sampleTexts } from '../sample/texts.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import { EndPage, Fin, Head, NextPart, Pocket, wideOnPhones } from './end-parts.tsx';
import { isLastPart, type KnownBook, nextPart, useCatalogueBook } from './known-book.ts';
import { endTexts as t } from './texts.ts';

interface OwnedEndProps {
  readonly session: ReadingSession;
  readonly tools: ReadingTools;
}

/** The page after the last line of an owned part: its marks, and the next part. */
export function OwnedEnd({ session, tools }: OwnedEndProps) {
  const { pastEnd } = useStore(session);
  return pastEnd ? <ShownEnd session={session} tools={tools} /> : null;
}

function ShownEnd({ session, tools }: OwnedEndProps) {
  const { bookId, partId, partName } = session.book;
  const book = useCatalogueBook(bookId);
  const own = useKnownOwnParts(bookId);
  useOnReturn(() => void askForOwnParts(bookId));
  return (
    <EndPage session={session}>
      <Fin partName={partName} />
      <Pocket>
        <WhatFollows book={book} partId={partId} own={own} />
        <Marks session={session} tools={tools} />
        <Finished partId={partId} own={own} />
        <Link to="/user-library" className={`${buttonClass({ variant: 'quiet' })} -ms-2.5 justify-self-start`}>
          {t.toLibrary}
        </Link>
      </Pocket>
    </EndPage>
  );
}

interface FinishedProps {
  readonly partId: string;
  /** The book's parts with this reader's rights; null while unknown. */
  readonly own: readonly UserPart[] | null;
}

/** Says that the part is finished, which turning its last page marked, and offers to remove the mark. */
function Finished({ partId, own }: FinishedProps) {
  const mark = useFinishedHere().get(partId);
  const known = own?.find(({ id }) => id === partId)?.finish ?? null;
  useEffect(() => {
    // Without storage the part is finished nevertheless.
    void setFinished(partId, true, null).catch(() => {});
  }, [partId]);
  const isFinished = mark?.finished ?? true;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-(--rd-line) pt-2 text-sm">
      <output>{isFinished ? t.finished : t.taken}</output>
      <Button
        variant="quiet"
        className="-mx-2.5"
        onClick={() => void setFinished(partId, !isFinished, known).catch(() => {})}
      >
        {isFinished ? t.takeBack : t.finish}
      </Button>
    </div>
  );
}

/** The highlights and notes of the part, each with a link to its page. */
function Marks({ session, tools }: OwnedEndProps) {
  const { highlights } = useStore(tools.notes);
  if (!highlights || highlights.length === 0) return null;
  const notes = highlights.filter(({ note }) => note !== '').length;
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5">
        {t.marks(highlights.length, notes)} <span className="underline underline-offset-4">{t.seeMarks}</span>
      </summary>
      <ul className="max-h-60 overflow-y-auto">
        {highlights.map(({ id, cfi, quote, note }) => (
          <li key={id} className="border-t border-(--rd-line)">
            <button
              type="button"
              aria-label={t.goTo(quote)}
              className="grid min-h-11 w-full gap-1 py-2 text-left"
              onClick={() => void session.jump(cfi)}
            >
              <span className="line-clamp-2 font-serif">{`«${quote}»`}</span>
              {note !== '' && <span className="line-clamp-3 text-(--rd-muted)">{note}</span>}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface WhatFollowsProps extends FinishedProps {
  readonly book: KnownBook;
}

/** The next part, to read or to buy; after the last one the author's text and other books. */
function WhatFollows({ book, partId, own }: WhatFollowsProps) {
  if (book === 'unknown') return null;
  if (typeof book === 'string')
    return <p className="text-sm">{book === 'away' ? sampleTexts.noLine : sampleTexts.gone}</p>;
  const next = nextPart(book, partId);
  if (!next) return isLastPart(book, partId) ? <AfterTheLast book={book} /> : null;
  const owned = own?.find(({ id, edition_id: edition }) => id === next.id && edition !== null);
  const head = <Head part={next} seed={next.id} over={sampleTexts.next} title={next.name} text={null} />;
  // Offers no price while the device does not know which parts are owned.
  if (own === null) return head;
  if (!owned) return <NextPart book={book} part={next} />;
  return (
    <>
      {head}
      <Link to={`/reader/${book.id}/${next.id}`} aria-label={t.readNext(next.name)} className={wideOnPhones}>
        {t.read}
      </Link>
    </>
  );
}

/** Number of other books shown. */
const OTHERS = 3;

function AfterTheLast({ book }: { readonly book: PublicBook }) {
  const [shop, setShop] = useState<PublicShop | null>(null);
  const [others, setOthers] = useState<readonly PublicBook[]>([]);
  useEffect(() => {
    let isMounted = true;
    // Without a connection this section is left out.
    request(getShop, { handles: 'all', quiet: true }).then(
      (known) => isMounted && setShop(known),
      () => {},
    );
    const isOther = ({ id, parts }: PublicBook): boolean => id !== book.id && parts.length > 0;
    fetchBooks().then(
      (books) => isMounted && setOthers(books.filter(isOther).slice(0, OTHERS)),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [book.id]);
  const { quote = '', author_name: author = '' } = shop?.identity ?? {};
  return (
    <>
      <p className="text-sm text-(--rd-muted)">{t.last}</p>
      {quote !== '' && (
        <blockquote className="font-serif text-lg italic">
          {`«${quote}»`}
          {author !== '' && <footer className="mt-1 text-sm not-italic">{author}</footer>}
        </blockquote>
      )}
      {others.length > 0 && (
        <div>
          <h3 className="text-sm font-semibold">{t.others}</h3>
          <ul>
            {others.map(({ id, name, image }) => (
              <li key={id}>
                <Link to={`/user-library/${id}`} className="flex min-h-11 items-center gap-3 py-2">
                  <span className="w-10 shrink-0">
                    <Cover picture={image} alt="" sizes="40px" seed={id} />
                  </span>
                  <span className="[overflow-wrap:anywhere]">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
