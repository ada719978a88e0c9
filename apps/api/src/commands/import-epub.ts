import { basename, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { refusalText } from '@cuentos/epub/gate/texts';
import { foldText } from '@cuentos/domain/text/fold';
import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { Shop } from '../compose.ts';
import {
  bookRow,
  findBookByName,
  insertBook,
  insertPart,
  lastPartPosition,
  partRow,
} from '../modules/books/service.ts';
import { attachEdition, ingestEpub, type IngestedEdition } from '../modules/editions/service.ts';
import { limits } from '@cuentos/contract/limits';
import { CommandFailure } from './run-command.ts';
import { importTexts as t } from './texts.ts';

/** Arguments of `npm run import`. */
interface ImportRequest {
  readonly file: string;
  readonly book: string | undefined;
  readonly part: string | undefined;
  /** Pesos. */
  readonly price: number;
  readonly releaseAt: number;
}

/**
 * Makes a book and a part for sale out of an EPUB file: through the gate, with the book's own cover. A book of that
 * name gets one part more.
 * @throws {CommandFailure} with a sentence for the person at the terminal.
 */
export async function importEpub(shop: Shop, args: readonly string[]): Promise<string> {
  const request = readRequest(args, shop.ports.clock.now());
  await stat(request.file).catch(() => {
    throw new CommandFailure(t.noFile(request.file));
  });
  const book = await ingestEpub({ ...shop.ports, images: shop.services.images }, request.file);
  if ('accepted' in book) throw new CommandFailure(refusalText(book));
  return insertImported(shop, request, book);
}

function readRequest(args: readonly string[], now: number): ImportRequest {
  const { values, positionals } = parseOrFail(args);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new CommandFailure(t.usage);
  const price = Number(values.price ?? '0');
  if (!Number.isInteger(price) || price < 0 || price > limits.valueMax) {
    throw new CommandFailure(t.price);
  }
  const day = values.release === undefined ? null : parseCivilDate(values.release);
  if (values.release !== undefined && !day) throw new CommandFailure(t.day);
  return {
    file: resolve(process.env['INIT_CWD'] ?? '.', file),
    book: values.book,
    part: values.part,
    price,
    releaseAt: day ? startOfSantiagoDay(day) : now,
  };
}

function parseOrFail(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { book: text, part: text, price: text, release: text },
    });
  } catch {
    throw new CommandFailure(t.usage);
  }
}

const CHARACTERS_PER_PAGE = 1500;

async function insertImported(shop: Shop, request: ImportRequest, edition: IngestedEdition): Promise<string> {
  const { db, clock } = shop.ports;
  const { metadata, characters } = edition.publication;
  const now = clock.now();
  const name = (request.book ?? metadata.title).trim().slice(0, limits.bookNameMax) || basename(request.file, '.epub');
  const partName = (request.part ?? name).trim().slice(0, limits.bookNameMax);
  return db.withTx(async (tx) => {
    const existingBook = await findBookByName(tx, foldText(name));
    const book =
      existingBook ??
      bookRow(
        {
          name,
          description: metadata.description ?? `${metadata.creator ? t.by(name, metadata.creator) : name}.`,
          location: '',
          genre: '',
          pages: Math.max(1, Math.round(characters / CHARACTERS_PER_PAGE)),
          fragment: null,
          imageId: edition.coverImageId,
          backImageId: null,
          isDraft: false,
        },
        now,
      );
    if (!existingBook) await insertBook(tx, book, []);
    const position = (await lastPartPosition(tx, book.id)) + 1;
    const { price: value, releaseAt } = request;
    const schedule = { value, releaseAt, presale: null, isDraft: false };
    const part = partRow(
      { ...schedule, bookId: book.id, name: partName, position, imageId: edition.coverImageId },
      now,
    );
    await insertPart(tx, part);
    const editionId = await attachEdition(tx, edition, { partId: part.id, createdBy: null, publish: true }, now);
    const { sections } = edition.publication;
    return t.done({ bookId: book.id, partId: part.id, editionId, name, sections: sections.length, characters });
  });
}
