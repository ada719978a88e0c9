/** Reads a stream in portions of a wanted size, and holds at most one of the stream's chunks besides. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #waiting: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes, without consuming them; fewer where the stream ends. */
  async peek(size: number): Promise<Uint8Array> {
    while (this.#waiting.length < size) {
      const next = await this.#source.next();
      if (next.done) break;
      this.#waiting = joinBytes([this.#waiting, next.value]);
    }
    return this.#waiting.subarray(0, size);
  }

  /** Consumes the next bytes; fewer where the stream ends. */
  async read(size: number): Promise<Uint8Array> {
    const bytes = await this.peek(size);
    this.#waiting = this.#waiting.subarray(bytes.length);
    return bytes;
  }

  /** All remaining bytes, piece by piece. */
  async *rest(): AsyncGenerator<Uint8Array> {
    if (this.#waiting.length > 0) yield this.#waiting;
    this.#waiting = new Uint8Array();
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) yield next.value;
  }
}

/** Pieces in one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Reads a big-endian number, as StarDict writes numbers. */
export function readNumber(bytes: Uint8Array, at: number, width: 4 | 8): number {
  let value = 0;
  for (let index = 0; index < width; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}
