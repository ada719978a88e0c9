import { formatPrice } from '../../lib/formats.ts';

/** A sum that may be below zero, with a minus sign of its own width. */
export const signed = (value: number): string => (value < 0 ? `−${formatPrice(-value)}` : formatPrice(value));
