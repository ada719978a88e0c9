import type { ReactNode } from 'react';
import { AccountFrame } from '../features/account/components/account-frame.tsx';
import { newestFirst } from '../features/catalog/newest-first.ts';
import { catalogTexts } from '../features/catalog/texts.ts';
import { BrandLink } from '../features/storefront/components/brand-link.tsx';
import { Cover } from '../ui/cover.tsx';
import { useBooks } from './use-books.ts';

interface AccountScreenProps {
  readonly title: string;
  readonly lead: string;
  /** Book on the way to be bought: it is the one that stands in the pocket. */
  readonly bookId?: string | undefined;
  readonly children: ReactNode;
}

/** Screens of one form or one question: beside a book in its pocket. */
export function AccountScreen({ title, lead, bookId, children }: AccountScreenProps) {
  const books = newestFirst(useBooks() ?? []);
  // Without a book on the way: the newest whose cover is not the band's own blue would be a guess, so the second one.
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
      quote={passage ? catalogTexts.quote(passage) : null}
      title={title}
      lead={lead}
    >
      {children}
    </AccountFrame>
  );
}
