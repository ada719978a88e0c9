import { type FilePiece, syncDatabase } from './sync-database.ts';

const ofPart = (partId: string) => IDBKeyRange.bound([partId, 0], [partId, Number.MAX_SAFE_INTEGER]);

/** Stretches of a file whose download was interrupted, so that it goes on where it stopped, also after a restart. */
export const filePieces = {
  /**
   * The stretch from the file's beginning that is here; pieces of another edition, or after a gap, are deleted.
   * @param hash of the whole file
   */
  async read(partId: string, hash: string): Promise<ArrayBuffer[]> {
    const database = await syncDatabase();
    const pieces = await database.getAll('pieces', ofPart(partId));
    let end = 0;
    const found: ArrayBuffer[] = [];
    for (const piece of pieces) {
      if (piece.hash === hash && piece.offset === end) {
        found.push(piece.bytes);
        end += piece.bytes.byteLength;
      } else await database.delete('pieces', [partId, piece.offset]);
    }
    return found;
  },

  async add(piece: FilePiece): Promise<void> {
    await (await syncDatabase()).put('pieces', piece);
  },

  async remove(partId: string): Promise<void> {
    await (await syncDatabase()).delete('pieces', ofPart(partId));
  },

  async clear(): Promise<void> {
    await (await syncDatabase()).clear('pieces');
  },
};
