import { priceOf } from '@cuentos/domain/checkout/price';
import { TriangleAlert } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { formatFormDay } from '../../../lib/admin-dates.ts';
import { formatPrice } from '../../../lib/formats.ts';
import { CheckField } from '../../../ui/check-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type PartValues, pesosOf } from '../part-form-schema.ts';
import { partTexts as t } from '../part-texts.ts';

interface PriceFieldsProps {
  readonly form: UseFormReturn<PartValues>;
  readonly minimum: number;
  /** Only admins change what stands here. */
  readonly isLocked: boolean;
}

/** Price, day and presale of a part; dates are said in words below their fields. */
export function PriceFields({ form, minimum, isLocked }: PriceFieldsProps) {
  const { errors } = form.formState;
  const values = useWatch({ control: form.control });
  const release = formatFormDay(values.release_date ?? '');
  // Not the fields' own `disabled`: their values would be gone.
  const locked = isLocked ? { readOnly: true, className: '[&_input]:bg-sunken' } : {};
  return (
    <>
      {isLocked && <p className="rounded-2 bg-accent-soft px-3.5 py-3 text-sm text-accent">{t.locked}</p>}
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label={t.valueLabel}
          inputMode="numeric"
          autoComplete="off"
          hint={pesosOf(values.value ?? '') === 0 ? t.free : isLocked ? undefined : t.valueHint}
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
      </div>
      {!isLocked && <CheckField label={t.presaleLabel} {...form.register('is_presale')} />}
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
  const price = pesosOf(value);
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

/** Said before anyone meets a dead checkout. */
function LowPrice({ values, minimum }: { readonly values: Partial<PartValues>; readonly minimum: number }) {
  const { value = '', is_presale: isPresale = false, presale_discount_percentage: discount = '' } = values;
  const price = pesosOf(value);
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
