import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

// Written by hand, not with Intl: the server's and the browser's locale data differ (es-CL groups 1490 in one and not
// in the other), and a page must hydrate to the same characters.

/** `1490` → `1.490`. */
export function formatNumber(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(\d{3})+(?!\d))/g, '.');
}

/**
 * Pesos without decimals: `1490` → `$1.490`; the word CLP stands beside it in its own style. A sum below zero has a minus
 * sign of its own width before the sign of the peso: `−$40`.
 */
export function formatPrice(pesos: number): string {
  return pesos < 0 ? `−$${formatNumber(-pesos)}` : `$${formatNumber(pesos)}`;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** Day of an instant in Santiago: `dd/MM/yyyy`. */
export function formatDate(instant: string | number): string {
  const { day, month, year } = santiagoWallTime(new Date(instant).getTime());
  return `${pad(day)}/${pad(month)}/${year}`;
}

/** `14 de noviembre de 2026`. */
export function formatLongDate(instant: string | number): string {
  const { day, month, year } = santiagoWallTime(new Date(instant).getTime());
  return `${day} de ${MONTHS[month - 1]} de ${year}`;
}

/** File size as a reader says it: `940 KB`, `2,1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${formatNumber(bytes > 0 ? Math.max(1, bytes / 1000) : 0)} KB`;
  return `${(bytes / 1_000_000).toFixed(1).replace('.', ',').replace(',0', '')} MB`;
}

/** Angle quotes as Spanish sets them: the full stop goes after the closing one, other marks stay inside. */
export function formatQuote(text: string): string {
  const bare = text
    .trim()
    .replace(/^[«"“]+|[»"”]+(?=\.?$)/g, '')
    .replace(/(?<!\.)\.$/, '');
  return /[.?!…]$/.test(bare) ? `«${bare}»` : `«${bare}».`;
}
