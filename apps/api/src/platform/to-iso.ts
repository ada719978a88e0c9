/** An instant in epoch milliseconds as the wire writes it: ISO 8601 in UTC with milliseconds; null stays null. */
export function toIso(instant: number): string;
export function toIso(instant: number | null): string | null;
export function toIso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
