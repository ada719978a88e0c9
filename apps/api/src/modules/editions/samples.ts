import { isListed } from '@cuentos/domain/books/part-availability';
import { isOpenToAll } from '@cuentos/domain/books/sample';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { editorialStateOf, findPart, type PartWithBook, sampleOf } from '../books/service.ts';
import * as repository from './sample-repository.ts';
import { type ResourceFile, resourceFile } from './service.ts';

export type SampleService = ReturnType<typeof createSampleService>;

interface Deps {
  readonly db: Db;
  readonly storage: StoragePort;
  readonly clock: Clock;
}

/** Samples of parts: open without a session, served from copies that contain nothing else. */
export function createSampleService({ db, storage, clock }: Deps) {
  const shownBy = (partWithBook: PartWithBook | undefined) => {
    if (!partWithBook || !isListed(editorialStateOf(partWithBook))) return null;
    const { value, release_at: releaseAt } = partWithBook.part;
    return sampleOf(partWithBook.part, isOpenToAll({ value, releaseAt }, clock.now()));
  };
  return {
    /**
     * Reads the sample of a listed part, as a JSON text ready to send (`OpenSample` of the contract).
     * @throws {AppError} sample_not_found
     */
    async open(partId: string): Promise<string> {
      const partWithBook = await findPart(db.read, partId);
      const listedSample = shownBy(partWithBook);
      const sample = listedSample && (await repository.findSample(db.read, listedSample.id));
      if (
        !partWithBook ||
        !sample ||
        sample.publication === null ||
        sample.edition_id !== partWithBook.part.edition_id
      ) {
        throw new AppError('sample_not_found');
      }
      const { book, part } = partWithBook;
      const head = {
        book: { id: book.id, name: book.name },
        part: { id: part.id, name: part.name },
        sample_id: sample.id,
        edition_id: sample.edition_id,
        kind: sample.kind,
        part_characters: part.characters ?? 0,
      };
      return `${JSON.stringify(head).slice(0, -1)},"publication":${sample.publication}}`;
    },
    /** Reads a file of the current sample of a part; an earlier sample has none. @throws {AppError} sample_not_found */
    async resource(sampleId: string, path: string, acceptsBrotli: boolean): Promise<ResourceFile> {
      const sample = await repository.findSamplePart(db.read, sampleId);
      const partWithBook = sample && (await findPart(db.read, sample.part_id));
      const isShown = shownBy(partWithBook)?.id === sampleId && sample?.edition_id === partWithBook?.part.edition_id;
      const row = isShown ? await repository.findSampleFile(db.read, sampleId, path) : undefined;
      if (!row) throw new AppError('sample_not_found');
      return resourceFile(storage, row, acceptsBrotli, 'sample_not_found');
    },
  };
}
