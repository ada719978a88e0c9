/** The server's clock; the only source of "now". */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
