import { type ReactNode, useEffect, useRef } from 'react';
import { Cover } from '../../ui/pictures/cover.tsx';
import { formatQuote } from '../../lib/formats.ts';
import { BrandLink } from './brand-link.tsx';
import { useBooks } from './route-books.ts';

interface AccountFrameProps {
  readonly brand: ReactNode;
  /** The cover in the pocket. */
  readonly cover: ReactNode;
  readonly quote: string | null;
  readonly title: string;
  readonly lead: ReactNode;
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

const seamed =
  'before:absolute before:inset-x-0 before:top-3 before:h-[9px] before:border-y-2 before:border-dashed before:border-spot ' +
  'lg:before:top-4 lg:before:h-3 lg:after:absolute lg:after:inset-x-6 lg:after:top-13 lg:after:-bottom-1 lg:after:border-x-2 lg:after:border-dashed lg:after:border-spot';

/** The placeholder and the following screen have the same place. */
const column = 'mx-auto w-full max-w-[400px] [grid-area:1/1]';

/** A book in its pocket beside the form; above it on a phone (look, login). */
function AccountFrame({ brand, cover, quote, title, lead, waiting, children }: AccountFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const announcedTitle = useRef(title);
  // The page shows another screen (sent, confirmed): its title gets the focus.
  useEffect(() => {
    if (announcedTitle.current !== title) heading.current?.focus();
    announcedTitle.current = title;
  }, [title]);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[148px_1fr] lg:grid-cols-[5fr_7fr] lg:grid-rows-1">
      <aside aria-hidden="true" className="relative overflow-hidden bg-sunken lg:sticky lg:top-0 lg:h-dvh">
        <div className="absolute top-5.5 left-1/2 w-37 -translate-x-1/2 lg:top-[12vh] lg:w-[270px]">{cover}</div>
        <div
          className={`absolute inset-x-0 bottom-0 h-10 bg-band text-on-band lg:grid lg:h-[52vh] lg:place-items-center lg:px-18 lg:pt-16 lg:pb-12 ${seamed}`}
        >
          {quote && <p className="quote hidden text-center text-[1.75rem] leading-[1.35] lg:line-clamp-6">{quote}</p>}
        </div>
      </aside>
      {/* Not centred: a page that arrives in pieces, or a form that shows an error, would move what is already read. */}
      <main
        id="contenido"
        className="grid grid-cols-[minmax(0,1fr)] content-start px-(--cb-gutter) pt-6 pb-10 lg:pt-[max(1.5rem,calc(50dvh-23rem))]"
      >
        {waiting && <div className={column}>{waiting}</div>}
        <div className={column}>
          {brand}
          <h1 ref={heading} tabIndex={-1} className="type-3 mt-8">
            {title}
          </h1>
          <p className="mt-2 mb-7 text-ink-2">{lead}</p>
          {children}
        </div>
      </main>
    </div>
  );
}

interface AccountScreenProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** Book that is being bought, whose cover is in the pocket. */
  readonly bookId?: string | undefined;
  /** A `Waiting` in place of the column until the server's answer decides title and content. */
  readonly waiting?: ReactNode;
  readonly children: ReactNode;
}

/** Frame for screens of one form or question: beside a book in its pocket. */
export function AccountScreen({ title, lead, bookId, waiting, children }: AccountScreenProps) {
  const books = useBooks() ?? [];
  // Without a chosen book the second one is shown: the newest cover often has the colour of the band.
  const book = books.find(({ id }) => id === bookId) ?? books[1] ?? books[0];
  const passage = book?.highlights[0]?.passage;
  return (
    <AccountFrame
      brand={<BrandLink />}
      cover={
        <Cover
          picture={book?.image ?? null}
          alt=""
          sizes="(width >= 1024px) 270px, 148px"
          seed={book?.id ?? 'cb'}
          {...(book ? { title: book.name } : {})}
          eager
        />
      }
      quote={passage ? formatQuote(passage) : null}
      title={title}
      lead={lead}
      waiting={waiting}
    >
      {children}
    </AccountFrame>
  );
}
