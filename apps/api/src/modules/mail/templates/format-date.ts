import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';

/** `18/11/2026 12:00`, on a clock in Santiago. */
export function formatDate(instant: number): string {
  const { year, month, day, hour, minute } = santiagoWallTime(instant);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}`;
}
