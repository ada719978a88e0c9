import type { OpenPart } from '@cuentos/contract/reading';
import type { Publication } from '@cuentos/epub/container/publication';
import type { StoredEpub } from '../../offline/device-database.ts';
import { OpeningFailure } from './opening-failure.ts';

/** Which part of which book it is. */
export interface BookFacts {
  readonly partId: string;
  readonly bookId: string;
  readonly bookName: string;
  readonly partName: string;
  readonly editionId: string;
  /** Bytes of the edition's file. */
  readonly size: number;
}

/** What a stored file's record says of its book. */
export function storedFacts(record: StoredEpub): BookFacts {
  return {
    partId: record.id,
    bookId: record.book_id,
    bookName: record.book_name,
    partName: record.part_name,
    editionId: record.edition_id,
    size: record.size,
  };
}

/**
 * What the server says of a book that it opens.
 * @throws {OpeningFailure} `damaged` for a record of a kind that this app does not know.
 */
export function servedFacts(partId: string, open: OpenPart): BookFacts & { readonly publication: Publication } {
  const publication = open.publication as Publication;
  if (publication.format !== 1) throw new OpeningFailure('damaged');
  return {
    partId,
    bookId: open.book.id,
    bookName: open.book.name,
    partName: open.part.name,
    editionId: open.edition_id,
    size: open.edition_size,
    publication,
  };
}
