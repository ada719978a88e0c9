import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';

const pesos = new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP' });

/** `$1.490`; a sum below zero as the screens show it: `−$40`. */
export function formatPesos(amount: number): string {
  return amount < 0 ? `−${pesos.format(-amount)}` : pesos.format(amount);
}

/** `24/12/2027`, on a calendar in Santiago; epoch milliseconds. */
export function formatDay(instant: number): string {
  const { year, month, day } = santiagoWallTime(instant);
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`;
}

/** `18/11/2026 12:00`, on a clock in Santiago. */
export function formatDate(instant: number): string {
  const { year, month, day, hour, minute } = santiagoWallTime(instant);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(day)}/${two(month)}/${year} ${two(hour)}:${two(minute)}`;
}
