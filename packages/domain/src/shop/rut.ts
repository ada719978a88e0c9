/** A Chilean tax number as it was typed, checked. */
export type RutReading =
  | { readonly state: 'valid'; /** `12.345.678-5` */ readonly rut: string }
  | { readonly state: 'wrong-digit'; /** `12.345.678` */ readonly number: string; readonly expected: string }
  | { readonly state: 'malformed' };

/** Digit that a tax number ends in, modulo 11: a figure, or `K`. @param number its figures alone */
export function rutCheckDigit(number: string): string {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    sum += Number(number.at(-1 - index)) * (2 + (index % 6));
  }
  const rest = 11 - (sum % 11);
  if (rest === 11) return '0';
  return rest === 10 ? 'K' : String(rest);
}

/** Reads a tax number with or without points, spaces and hyphen, and checks its digit. */
export function readRut(input: string): RutReading {
  const [, figures = '', digit = ''] =
    /^0*(\d{6,9})-?([\dK])$/.exec(input.toUpperCase().replaceAll(/[.\s]/g, '')) ?? [];
  if (figures === '') return { state: 'malformed' };
  const number = figures.replaceAll(/\B(?=(?:\d{3})+$)/g, '.');
  const expected = rutCheckDigit(figures);
  return digit === expected
    ? { state: 'valid', rut: `${number}-${digit}` }
    : { state: 'wrong-digit', number, expected };
}
