/** The server's clock; the only source of "now" (design §4). */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
