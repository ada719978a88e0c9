import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { parseSantiagoMinute, santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import { formatDate, formatLongDate } from '../../lib/formats.ts';
import { hourTexts } from './texts.ts';

// Separate from formats.ts, which the public pages load.

const pad = (value: number) => String(value).padStart(2, '0');

/** Moment in Santiago as the sessions show it: `dd/MM/yyyy HH:mm`. */
export function formatMinute(instant: string | number): string {
  const { hour, minute } = santiagoWallTime(new Date(instant).getTime());
  return `${formatDate(instant)} ${pad(hour)}:${pad(minute)}`;
}

/** Moment in Santiago as the purchases show it: `dd/MM/yyyy HH:mm:ss`. */
export function formatSecond(instant: string | number): string {
  const { second } = santiagoWallTime(new Date(instant).getTime());
  return `${formatMinute(instant)}:${pad(second)}`;
}

/**
 * Explains which hour replaces one that does not exist, on the day when clocks are set forward; undefined for other
 * hours.
 */
export function missingHour(day: string, hour: string): string | undefined {
  const at = parseSantiagoMinute(`${day}T${hour}`);
  if (at === null) return undefined;
  const wall = santiagoWallTime(at);
  const shown = `${pad(wall.hour)}:${pad(wall.minute)}`;
  return shown === hour ? undefined : hourTexts.missing(shown);
}

/** A form's day, `yyyy-MM-dd`, in words: `dd/MMMM/yyyy`; null when invalid. */
export function formatFormDay(day: string): string | null {
  const date = parseCivilDate(day);
  if (!date) return null;
  // Noon in UTC is the same day in Santiago.
  const month = formatLongDate(Date.UTC(date.year, date.month - 1, date.day, 15)).split(' ')[2] ?? '';
  return `${pad(date.day)}/${month}/${date.year}`;
}

/** Day of an instant in Santiago as a date input takes it: `yyyy-MM-dd`. */
export function toFormDay(instant: string | number): string {
  const { year, month, day } = santiagoWallTime(new Date(instant).getTime());
  return `${year}-${pad(month)}-${pad(day)}`;
}

/** Time of an instant in Santiago as a time input takes it, `HH:mm`; empty for the first minute of its day. */
export function toFormHour(instant: string | number): string {
  const at = new Date(instant).getTime();
  if (at === startOfSantiagoDay(santiagoDate(at))) return '';
  const { hour, minute } = santiagoWallTime(at);
  return `${pad(hour)}:${pad(minute)}`;
}
