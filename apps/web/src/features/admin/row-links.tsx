import type { NamedTitle } from '@cuentos/contract/named';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';

interface RowLinkProps {
  readonly to: string;
  readonly children: string;
}

/**
 * A linked name in a row; as high as a finger needs, without pushing the rows apart. Its line is 24 px high, so that
 * links on two lines, whose areas overlap, keep the 24 px that WCAG 2.2 requires.
 */
export function RowLink({ to, children }: RowLinkProps) {
  return (
    <Link
      to={to}
      className="-my-2.5 inline-block min-w-11 py-2.5 leading-6 font-medium text-accent underline underline-offset-[0.22em]"
    >
      {children}
    </Link>
  );
}

/** Classes of a box whose lines are links, each 44 px high where rows are blocks for fingers. */
export const linkLines = 'grid justify-items-start as-blocks:gap-y-5';
/** Classes of such a line with several links, which may break anywhere and adds no height. */
export const linkText = 'as-blocks:-my-2.5 as-blocks:leading-11';

/** A person's name, linked to the person's details; plain text without an account, or once the account is deleted. */
export function PersonLink({ id, name }: { readonly id: string | null; readonly name: string }) {
  if (id === null) return name;
  return <RowLink to={`/admin/users?persona=${id}`}>{name}</RowLink>;
}

/** Address of the parts of a book, in the working area of admins or of writters. */
export const partsPath = (bookId: string, area: 'admin' | 'writter' = 'admin') => `/${area}/book-parts?libro=${bookId}`;

interface PartLinkProps {
  /** Null for a book that left the catalogue: no screen shows its parts. */
  readonly bookId: string | null;
  readonly name: string;
  readonly area?: 'admin' | 'writter';
}

/** The name of a part or book with a link to the book's parts; plain text where no screen shows them. */
export function PartLink({ bookId, name, area }: PartLinkProps) {
  if (bookId === null) return name;
  return <RowLink to={partsPath(bookId, area)}>{name}</RowLink>;
}

/** The titles of an order in a row, each with its link. */
export function PartLinks({ titles }: { readonly titles: readonly NamedTitle[] }) {
  return titles.map(({ book_id: bookId, name }, index) => (
    <Fragment key={`${bookId} ${name}`}>
      {index > 0 && ' · '}
      <PartLink bookId={bookId} name={name} />
    </Fragment>
  ));
}

/** A sentence, or the texts before and after the name of a person or part in it. */
export type NamingWords = string | readonly [before: string, after: string];

/** A sentence with a link where it names a person or a part. */
export function Naming({ words, name }: { readonly words: NamingWords; readonly name: ReactNode }) {
  if (typeof words === 'string') return words;
  const [before, after] = words;
  return (
    <>
      {before}
      {name}
      {after}
    </>
  );
}

/** A part's name above its book's, for a row about a person. */
export function PartOfBook({ bookId, name, bookName }: PartLinkProps & { readonly bookName: string }) {
  return (
    <>
      <p className="font-serif">
        <PartLink bookId={bookId} name={name} />
      </p>
      <p className="text-sm text-ink-2">{bookName}</p>
    </>
  );
}

/** A discount code with a link to its terms. */
export function CodeLink({ code }: { readonly code: string }) {
  return <RowLink to={`/admin/discount-codes?codigo=${encodeURIComponent(code)}`}>{code}</RowLink>;
}

/** Words about a code with a link to its purchases. */
export function PurchasesLink({ code, children }: { readonly code: string; readonly children: string }) {
  return <RowLink to={`/admin/user-book-parts?codigo=${encodeURIComponent(code)}`}>{children}</RowLink>;
}
