import type { Reader } from '@cuentos/epub/render/reader';
import type { ReaderFault } from '@cuentos/epub/render/reader-types';
import type { OpenedBook } from './open-book.ts';
import type { FailureReason } from './opening-failure.ts';

const code = {
  lostPlace: () => import('./page-quote.ts').catch(() => null),
  file: () => import('./keep-file.ts').catch(() => null),
  fault: () => import('./judge-fault.ts').catch(() => null),
};

/** What a reading does beside its page. The code comes when it is due; without it the reading goes on. */
export const duties = {
  /** Of a place known in an earlier edition only, the words say where it is now. */
  async findLostPlace(book: OpenedBook, reader: Reader): Promise<void> {
    if (book.lost) await (await code.lostPlace())?.goToLostPlace(book, reader);
  },
  async keepFile(book: OpenedBook, isOpen: () => boolean): Promise<void> {
    await (await code.file())?.keepFile(book, isOpen);
  },
  async dropFile(partId: string): Promise<void> {
    await (await code.file())?.dropFile(partId);
  },
  async judgeFault(book: OpenedBook, fault: ReaderFault): Promise<FailureReason | null> {
    return (await (await code.fault())?.judgeFault(book, fault)) ?? null;
  },
  async judgeRefusal(partId: string): Promise<FailureReason | null> {
    return (await (await code.fault())?.judgeRefusal(partId)) ?? null;
  },
};
