import { Link } from 'react-router';

interface RowLinkProps {
  readonly to: string;
  readonly children: string;
}

/**
 * A name in a row that leads to what it names; as high as a finger needs, without pushing the rows apart. Its line is 24 px
 * high, so that of links on two lines, whose areas overlap, each keeps the 24 px that WCAG 2.2 asks for.
 */
export function RowLink({ to, children }: RowLinkProps) {
  return (
    <Link
      to={to}
      className="-my-3 inline-block min-w-11 py-3 leading-6 font-medium text-accent underline underline-offset-[0.22em]"
    >
      {children}
    </Link>
  );
}

/** A person's name, linked to the person's details; plain text without an account, or once the account is deleted. */
export function PersonLink({ id, name }: { readonly id: string | null; readonly name: string }) {
  if (id === null) return name;
  return <RowLink to={`/admin/users?persona=${id}`}>{name}</RowLink>;
}

/** Address of the parts of a book, in the working area of admins or of writters. */
export const partsPath = (bookId: string, area: 'admin' | 'writter' = 'admin') => `/${area}/book-parts?libro=${bookId}`;

interface PartLinkProps {
  readonly bookId: string;
  readonly name: string;
  readonly area?: 'admin' | 'writter';
}

/** A part's name, which leads to the parts of its book. */
export function PartLink({ bookId, name, area }: PartLinkProps) {
  return <RowLink to={partsPath(bookId, area)}>{name}</RowLink>;
}

/** A part's name above that of its book, for a row about a person. */
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

/** A discount code, which leads to its terms. */
export function CodeLink({ code }: { readonly code: string }) {
  return <RowLink to={`/admin/discount-codes?codigo=${encodeURIComponent(code)}`}>{code}</RowLink>;
}
