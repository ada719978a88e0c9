import type { AdminPart } from '@cuentos/contract/admin/books';
import { limits } from '@cuentos/contract/limits';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { toFormDay } from '../../lib/admin-dates.ts';
import { formatNumber, formatPrice } from '../../lib/formats.ts';
import { z } from '../../lib/form-schema.ts';
import { partTexts as t } from './part-texts.ts';

const isDay = (value: string): boolean => {
  const date = parseCivilDate(value);
  return date !== null && date.year >= 1970 && date.year <= 2200;
};

/** Book part form. */
export function partFormSchema(creating: boolean) {
  return z
    .object({
      name: z
        .string()
        .trim()
        .min(1, t.nameRequired)
        .refine((value) => graphemeCount(value) <= limits.bookNameMax, t.tooLong(formatNumber(limits.bookNameMax))),
      value: z
        .string()
        .trim()
        .min(1, t.valueRequired)
        .refine((value) => value === '' || pesosOf(value) !== null, t.valueInvalid)
        .refine((value) => (pesosOf(value) ?? 0) <= limits.valueMax, t.valueTooHigh(formatPrice(limits.valueMax))),
      release_date: z
        .string()
        .min(1, t.releaseRequired)
        .refine((value) => value === '' || isDay(value), t.dateInvalid),
      is_presale: z.boolean(),
      presale_discount_percentage: z.string().trim(),
      presale_end_date: z.string().refine((value) => value === '' || isDay(value), t.dateInvalid),
      image: z
        .custom<File>((value) => value instanceof File)
        .nullable()
        .refine((value) => !creating || value !== null, t.imageRequired),
    })
    .refine(
      ({ is_presale: isPresale, presale_discount_percentage: discount }) => !isPresale || isWhole(discount, 100),
      { path: ['presale_discount_percentage'], message: t.discountInvalid, when: () => true },
    );
}

/** Pesos as people write them in Chile: `1990`, `1.990`, `$ 1.990`; null for anything else. */
export function pesosOf(text: string): number | null {
  const digits = text.trim().replace(/^\$\s*/, '');
  return /^(\d{1,9}|\d{1,3}(\.\d{3}){1,2})$/.test(digits) ? Number(digits.replaceAll('.', '')) : null;
}

function isWhole(value: string, max: number): boolean {
  return /^\d{1,9}$/.test(value) && Number(value) <= max;
}

/** What the fields of the part form hold. */
export interface PartValues {
  name: string;
  value: string;
  /** `yyyy-MM-dd`, in Santiago. */
  release_date: string;
  is_presale: boolean;
  presale_discount_percentage: string;
  presale_end_date: string;
  image: File | null;
}

export function partValues(part: AdminPart | undefined): PartValues {
  return {
    name: part?.name ?? '',
    value: part ? String(part.value) : '',
    release_date: part ? toFormDay(part.release_date) : '',
    is_presale: part?.is_presale ?? false,
    presale_discount_percentage: part?.is_presale ? String(part.presale_discount_percentage) : '',
    presale_end_date: part?.presale_end_date ? toFormDay(part.presale_end_date) : '',
    image: null,
  };
}

/**
 * The multipart body; discount and end only with presale, nothing of the price when it is locked.
 * @param before what the form began with: only what differs is sent, so that two people may work on one part.
 */
export function partBody(values: PartValues, isLocked: boolean, before?: PartValues): FormData {
  const body = new FormData();
  const groups = groupsOf(values, isLocked);
  const known = before && groupsOf(before, isLocked);
  for (const [index, group] of groups.entries()) {
    if (JSON.stringify(group) === JSON.stringify(known?.[index])) continue;
    for (const [field, text] of Object.entries(group)) body.set(field, text);
  }
  if (values.image) body.set('image', values.image);
  return body;
}

/** Fields that mean something only together go together. */
function groupsOf(values: PartValues, isLocked: boolean): readonly Readonly<Record<string, string>>[] {
  const name = { name: values.name.trim() };
  if (isLocked) return [name];
  const presale = {
    is_presale: 'true',
    presale_discount_percentage: values.presale_discount_percentage.trim(),
    presale_end_date: values.presale_end_date,
  };
  return [
    name,
    { value: String(pesosOf(values.value) ?? values.value) },
    { release_date: values.release_date },
    values.is_presale ? presale : { is_presale: 'false' },
  ];
}
