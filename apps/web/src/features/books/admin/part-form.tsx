import type { AdminBook } from '@cuentos/contract/books';
import { limits } from '@cuentos/contract/limits';
import type { AdminPart } from '@cuentos/contract/parts';
import { priceOf } from '@cuentos/domain/orders/price';
import { pesosOfText } from '@cuentos/domain/orders/price-text';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { TriangleAlert } from 'lucide-react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatNumber, formatPrice } from '../../../lib/formats.ts';
import { CheckField } from '../../../ui/forms/check-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { saveOrChoose, seenOf } from '../../admin/changed-meanwhile.ts';
import { formatFormDay, missingHour, toFormDay, toFormHour } from '../../admin/dates.ts';
import { offerUndo } from '../../admin/offer-undo.ts';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { type Powers, savePart } from './api.ts';
import { ImageField } from './image-field.tsx';
import { partTexts as t } from './texts.ts';

const isDay = (value: string): boolean => {
  const date = parseCivilDate(value);
  return date !== null && date.year >= 1970 && date.year <= 2200;
};

/** Schema of the part form. */
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
        .refine((value) => value === '' || pesosOfText(value) !== null, t.valueInvalid)
        .refine((value) => (pesosOfText(value) ?? 0) <= limits.valueMax, t.valueTooHigh(formatPrice(limits.valueMax))),
      release_date: z
        .string()
        .min(1, t.releaseRequired)
        .refine((value) => value === '' || isDay(value), t.dateInvalid),
      release_hour: z.string(),
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

function isWhole(value: string, max: number): boolean {
  return /^\d{1,9}$/.test(value) && Number(value) <= max;
}

/** Values of the fields of the part form. */
export interface PartValues {
  name: string;
  value: string;
  /** `yyyy-MM-dd`, in Santiago. */
  release_date: string;
  /** `HH:mm`; empty is the first minute of that day. */
  release_hour: string;
  is_presale: boolean;
  presale_discount_percentage: string;
  presale_end_date: string;
  image: File | null;
}

function partValues(part: AdminPart | undefined): PartValues {
  return {
    name: part?.name ?? '',
    value: part ? String(part.value) : '',
    release_date: part ? toFormDay(part.release_date) : '',
    release_hour: part ? toFormHour(part.release_date) : '',
    is_presale: part?.is_presale ?? false,
    presale_discount_percentage: part?.is_presale ? String(part.presale_discount_percentage) : '',
    presale_end_date: part?.presale_end_date ? toFormDay(part.presale_end_date) : '',
    image: null,
  };
}

/**
 * The multipart body; discount and end only with presale, no price when it is locked.
 * @param before initial values of the form: only changed fields are sent, so that two people may edit one part
 */
export function partBody(values: PartValues, isLocked: boolean, before?: PartValues): FormData {
  const body = new FormData();
  const groups = groupsOf(values, isLocked);
  const groupsBefore = before && groupsOf(before, isLocked);
  for (const [index, group] of groups.entries()) {
    if (JSON.stringify(group) === JSON.stringify(groupsBefore?.[index])) continue;
    for (const [field, text] of Object.entries(group)) body.set(field, text);
  }
  if (values.image) body.set('image', values.image);
  return body;
}

/** Fields that depend on each other are sent together. */
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
    { value: String(pesosOfText(values.value) ?? values.value) },
    { release_date: values.release_hour ? `${values.release_date}T${values.release_hour}` : values.release_date },
    values.is_presale ? presale : { is_presale: 'false' },
  ];
}

interface PartFormProps {
  readonly powers: Powers;
  readonly book: Pick<AdminBook, 'id' | 'name' | 'minimum'>;
  /** Absent for a new part. */
  readonly part?: AdminPart | undefined;
  readonly onSaved: (part: AdminPart) => void;
  readonly onClose: () => void;
}

/** Modal that creates or changes a part. */
export function PartForm(props: PartFormProps) {
  const { powers, book, part, onClose } = props;
  const isLocked = powers === 'writter' && part?.was_active === true;
  const { form, dialog } = usePartForm(props, isLocked);
  const { errors } = form.formState;
  return (
    <WorkDialog
      title={part ? t.updateTitle : t.createTitle}
      text={part ? part.name : t.createText(book.name)}
      submit={part ? t.update : t.create}
      {...dialog}
      onClose={onClose}
    >
      <TextField label={t.nameLabel} autoComplete="off" error={errors.name?.message} {...form.register('name')} />
      <PriceFields form={form} minimum={book.minimum} isLocked={isLocked} />
      <Image form={form} part={part} />
    </WorkDialog>
  );
}

/** The form, and the properties of its dialog. */
function usePartForm({ book, part, onSaved, onClose }: PartFormProps, isLocked: boolean) {
  return useWorkForm<PartValues, PartValues, AdminPart, AdminPart>({
    name: part ? draftName('part', part.id) : draftName(`part:${book.id}`, null),
    entity: part,
    valuesOf: partValues,
    schema: partFormSchema(!part),
    secrets: ['image'],
    save(values, begun) {
      const body = partBody(values, isLocked, part && partValues(begun));
      const seenFields = JSON.stringify(seenOf(begun ?? {}, [...body.keys()]));
      return saveOrChoose((isMeant) => {
        if (isMeant) body.delete('seen');
        else if (part) body.set('seen', seenFields);
        return savePart(part ? { partId: part.id } : { bookId: book.id }, body);
      });
    },
    onSaved(saved) {
      const price = part && saved.value !== part.value ? part.value : null;
      if (price === null) showToast('success', part ? t.updated : t.created);
      else
        offerUndo(t.priced(formatPrice(saved.value)), {
          undo: () => backToPrice(price, saved, onSaved),
          onEnd: () => {},
        });
      onClose();
      onSaved(saved);
    },
    texts: {
      byCode: { part_name_taken: t.nameTaken, part_not_found: t.gone, price_locked: t.locked },
      failed: t.saveFailed,
    },
    refusedFields: { part_name_taken: { field: 'name', text: t.nameTaken } },
  });
}

/** Restores the former price of a part, unless another admin has changed it meanwhile. */
async function backToPrice(price: number, part: AdminPart, onSaved: (part: AdminPart) => void): Promise<void> {
  const body = new FormData();
  body.set('value', String(price));
  // The former price cannot be a slip, so it is not asked about.
  body.set('price_confirmed', 'true');
  body.set('seen', JSON.stringify({ value: part.value }));
  onSaved(await savePart({ partId: part.id }, body));
}

function Image({ form, part }: { readonly form: UseFormReturn<PartValues>; readonly part: AdminPart | undefined }) {
  return (
    <Controller
      control={form.control}
      name="image"
      render={({ field, fieldState }) => (
        <ImageField
          label={t.imageLabel}
          file={field.value}
          picture={part?.image ?? null}
          error={fieldState.error?.message}
          inputRef={field.ref}
          onFile={field.onChange}
        />
      )}
    />
  );
}

interface PriceFieldsProps {
  readonly form: UseFormReturn<PartValues>;
  readonly minimum: number;
  /** Only admins change these fields. */
  readonly isLocked: boolean;
}

/** Price, day and presale of a part; dates are written in words below their fields. */
function PriceFields({ form, minimum, isLocked }: PriceFieldsProps) {
  const { errors } = form.formState;
  const values = useWatch({ control: form.control });
  const release = formatFormDay(values.release_date ?? '');
  // Read-only instead of `disabled`, which would drop the values from the form.
  const locked = isLocked ? { readOnly: true, className: '[&_input]:bg-sunken' } : {};
  return (
    <>
      {isLocked && <p className="rounded-2 bg-accent-soft px-3.5 py-3 text-sm text-accent">{t.locked}</p>}
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={t.valueLabel}
          inputMode="numeric"
          autoComplete="off"
          hint={pesosOfText(values.value ?? '') === 0 ? t.free : isLocked ? undefined : t.valueHint}
          error={errors.value?.message}
          {...form.register('value')}
          {...locked}
        />
        <TextField
          label={t.releaseLabel}
          type="date"
          hint={release ?? t.releaseHint}
          error={errors.release_date?.message}
          {...form.register('release_date')}
          {...locked}
        />
        <TextField
          label={t.hourLabel}
          type="time"
          hint={missingHour(values.release_date ?? '', values.release_hour ?? '') ?? t.hourHint}
          {...form.register('release_hour')}
          {...locked}
        />
      </div>
      {!isLocked && <CheckField label={t.presaleLabel} hint={t.presaleHint} {...form.register('is_presale')} />}
      {!isLocked && values.is_presale && <Presale form={form} />}
      <LowPrice values={values} minimum={minimum} />
    </>
  );
}

function Presale({ form }: Pick<PriceFieldsProps, 'form'>) {
  const { errors } = form.formState;
  const {
    value = '',
    presale_discount_percentage: discount = '',
    presale_end_date: end = '',
  } = useWatch({
    control: form.control,
  });
  const until = formatFormDay(end);
  const price = pesosOfText(value);
  const isPriced = price !== null && isNumber(discount) && Number(discount) <= 100;
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextField
        label={t.discountLabel}
        inputMode="numeric"
        autoComplete="off"
        hint={isPriced ? t.finalPrice(formatPrice(priceOf(price, Number(discount), true).final)) : undefined}
        error={errors.presale_discount_percentage?.message}
        {...form.register('presale_discount_percentage')}
      />
      <TextField
        label={t.endLabel}
        type="date"
        hint={until ? t.endsOn(until) : t.noEnd}
        error={errors.presale_end_date?.message}
        {...form.register('presale_end_date')}
      />
    </div>
  );
}

/** Shown before a buyer meets a checkout without a way to pay. */
function LowPrice({ values, minimum }: { readonly values: Partial<PartValues>; readonly minimum: number }) {
  const { value = '', is_presale: isPresale = false, presale_discount_percentage: discount = '' } = values;
  const price = pesosOfText(value);
  if (price === null) return null;
  const off = isPresale && isNumber(discount) ? Math.min(100, Number(discount)) : 0;
  const { final } = priceOf(price, off, off > 0);
  if (final === 0 || final >= minimum) return null;
  return (
    <output className="flex items-start gap-2.5 rounded-2 bg-spot-soft px-3.5 py-3 text-sm font-medium text-spot-ink [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      <TriangleAlert aria-hidden="true" />
      {t.lowValue(formatPrice(minimum))}
    </output>
  );
}

function isNumber(value: string): boolean {
  return /^\d{1,9}$/.test(value.trim());
}
