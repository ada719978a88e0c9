import {
  adminChangeDiscountCode,
  adminCreateDiscountCode,
  type DiscountCode,
  type DiscountCodeBody,
} from '@cuentos/contract/discount-codes';
import { isCode, normaliseCode } from '@cuentos/domain/discount-codes/discount-code';
import { pesosOfText } from '@cuentos/domain/orders/price-text';
import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { adminCall } from '../../admin/admin-call.ts';
import { booksToChooseQuery, partsToChooseQuery } from '../../books/admin/api.ts';
import { saveOrChoose, seenOf } from '../../admin/changed-meanwhile.ts';
import type { WrittenTexts } from '../../admin/gone-drafts.tsx';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { discountCodeTexts as t } from './texts.ts';

/** Values of the form's fields. */
interface DiscountCodeFields {
  readonly code: string;
  readonly kind: DiscountCode['kind'];
  readonly amount: string;
  /** Empty for the whole shop. */
  readonly bookId: string;
  /** Empty for the whole book. */
  readonly partId: string;
  readonly from: string;
  readonly until: string;
  readonly uses: string;
  readonly usesPerPerson: string;
}

const blank: DiscountCodeFields = {
  code: '',
  kind: 'percentage',
  amount: '',
  bookId: '',
  partId: '',
  from: '',
  until: '',
  uses: '',
  usesPerPerson: '',
};

const writtenOf = (code: DiscountCode | undefined): DiscountCodeFields =>
  code === undefined
    ? blank
    : {
        code: code.code,
        kind: code.kind,
        amount: String(code.amount),
        bookId: code.scope?.book_id ?? '',
        partId: code.part_id ?? '',
        from: code.from ?? '',
        until: code.until ?? '',
        uses: code.max_uses === null ? '' : String(code.max_uses),
        usesPerPerson: code.max_uses_per_person === null ? '' : String(code.max_uses_per_person),
      };

const labels: readonly (readonly [keyof DiscountCodeFields, string])[] = [
  ['code', t.code],
  ['amount', t.kind],
  ['from', t.firstDay],
  ['until', t.lastDay],
  ['uses', t.uses],
  ['usesPerPerson', t.usesPerPerson],
];

/** Text of a draft of this form, a line for each field. */
export const writtenText = (values: WrittenTexts): string =>
  labels.flatMap(([field, label]) => (values[field] ? [`${label}: ${values[field]}`] : [])).join('\n');

/** Parses a whole number in digits; null for any other text. */
const wholeNumber = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);

const isCount = (text: string) => text.trim() === '' || (wholeNumber(text) ?? 0) >= 1;

// Runs although other fields are invalid, so that all errors show at once.
const when = () => true;

const discountCodeSchema: z.ZodType<DiscountCodeBody, DiscountCodeFields> = z
  .object({
    code: z.string().refine((code) => isCode(normaliseCode(code)), t.codeWrong),
    kind: z.enum(['percentage', 'pesos']),
    amount: z.string(),
    bookId: z.string(),
    partId: z.string(),
    from: z.string(),
    until: z.string(),
    uses: z.string().refine(isCount, t.usesWrong),
    usesPerPerson: z.string().refine(isCount, t.usesWrong),
  })
  .refine(({ kind, amount }) => kind === 'pesos' || isWithin(amount, 100), {
    path: ['amount'],
    message: t.percentageWrong,
    when,
  })
  .refine(({ kind, amount }) => kind === 'percentage' || (pesosOfText(amount) ?? 0) >= 1, {
    path: ['amount'],
    message: t.pesosWrong,
    when,
  })
  .refine(({ from, until }) => from === '' || until === '' || until >= from, {
    path: ['until'],
    message: t.untilBeforeFrom,
    when,
  })
  .transform(bodyOf);

function isWithin(amount: string, most: number): boolean {
  const off = wholeNumber(amount);
  return off !== null && off >= 1 && off <= most;
}

function bodyOf(form: DiscountCodeFields): DiscountCodeBody {
  return {
    code: form.code,
    kind: form.kind,
    amount: (form.kind === 'pesos' ? pesosOfText(form.amount) : wholeNumber(form.amount)) ?? 0,
    book_id: form.partId === '' && form.bookId !== '' ? form.bookId : null,
    part_id: form.partId === '' ? null : form.partId,
    from: form.from === '' ? null : form.from,
    until: form.until === '' ? null : form.until,
    max_uses: wholeNumber(form.uses),
    max_uses_per_person: wholeNumber(form.usesPerPerson),
  };
}

/** Letters and figures that cannot be confused. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** Length of a suggested code, long enough that it cannot be found by guessing. */
const SUGGESTED_LENGTH = 8;

/** Makes a random code. */
function suggestCode(): string {
  // Skips values that would make some letters likelier.
  const fair = 256 - (256 % LETTERS.length);
  let code = '';
  while (code.length < SUGGESTED_LENGTH)
    for (const value of crypto.getRandomValues(new Uint8Array(SUGGESTED_LENGTH - code.length)))
      if (value < fair) code += LETTERS[value % LETTERS.length];
  return code;
}

interface DiscountCodeFormProps {
  /** Null for a new code. */
  readonly code: DiscountCode | null;
  readonly onSaved: (saved: DiscountCode) => void;
  readonly onClose: () => void;
}

/** Form fields by the server's names. */
const serverNames = {
  book_id: 'bookId',
  part_id: 'partId',
  max_uses: 'uses',
  max_uses_per_person: 'usesPerPerson',
} as const;

/** The form of a new or existing code; of a used code it changes only what no order shows. */
export function DiscountCodeForm({ code, onSaved, onClose }: DiscountCodeFormProps) {
  const { form, dialog } = useWorkForm<DiscountCodeFields, DiscountCodeBody, DiscountCode, DiscountCode>({
    name: draftName('discount-code', code?.id),
    entity: code ?? undefined,
    valuesOf: writtenOf,
    schema: discountCodeSchema,
    save(json, begun) {
      if (!begun) return adminCall(adminCreateDiscountCode, { json, handles: 'all' });
      const seen = seenOf(begun, Object.keys(json));
      return saveOrChoose((isMeant) =>
        adminCall(adminChangeDiscountCode, {
          params: { id: begun.id },
          json: isMeant ? json : { ...json, seen },
          handles: 'all',
        }),
      );
    },
    onSaved,
    serverNames,
    refusedFields: { discount_code_taken: { field: 'code' } },
    texts: { failed: t.failed, serverSays: [404, 409] },
  });
  const isFixed = code?.is_fixed ?? false;
  return (
    <WorkDialog
      title={code === null ? t.newTitle : t.editTitle(code.code)}
      {...(isFixed ? { text: t.fixed } : {})}
      submit={t.save}
      {...dialog}
      onClose={onClose}
    >
      {!isFixed && (
        <>
          <DiscountFields form={form} />
          <ScopeFields form={form} />
        </>
      )}
      <LimitFields form={form} />
    </WorkDialog>
  );
}

interface FieldsProps {
  readonly form: UseFormReturn<DiscountCodeFields, unknown, DiscountCodeBody>;
}

/** Code and discount. */
function DiscountFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  const isPercentage = useWatch({ control: form.control, name: 'kind' }) === 'percentage';
  return (
    <>
      <div className="grid justify-items-start gap-1">
        <TextField
          className="w-full"
          label={t.code}
          hint={t.codeHint}
          error={errors.code?.message}
          maxLength={60}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          {...form.register('code')}
        />
        <Button
          variant="quiet"
          className="-ml-2.5"
          onClick={() => form.setValue('code', suggestCode(), { shouldDirty: true, shouldValidate: true })}
        >
          {t.suggest}
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={t.kind} {...form.register('kind')}>
          <option value="percentage">{t.kinds.percentage}</option>
          <option value="pesos">{t.kinds.pesos}</option>
        </SelectField>
        <TextField
          label={isPercentage ? t.percentage : t.pesos}
          hint={isPercentage ? t.percentageHint : t.pesosHint}
          error={errors.amount?.message}
          inputMode="numeric"
          {...form.register('amount')}
        />
      </div>
    </>
  );
}

/**
 * Fields for the scope of a code: shop, book or part. Their choice is kept beside the fields, because a select
 * forgets a value whose options have not loaded.
 */
function ScopeFields({ form }: FieldsProps) {
  const [bookId, partId] = useWatch({ control: form.control, name: ['bookId', 'partId'] });
  const books = useQuery(booksToChooseQuery);
  const parts = useQuery(partsToChooseQuery(bookId));
  const choose = (field: 'bookId' | 'partId', id: string) => form.setValue(field, id, { shouldDirty: true });
  if (books.isError || parts.isError) {
    const retry = () => void (books.isError ? books.refetch() : parts.refetch());
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
        {t.booksFailed}
        <Button onClick={retry}>{t.retry}</Button>
      </div>
    );
  }
  return (
    <>
      <SelectField
        label={t.book}
        value={bookId}
        onChange={({ target }) => {
          choose('bookId', target.value);
          choose('partId', '');
        }}
      >
        <option value="">{t.wholeShop}</option>
        {books.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {bookId !== '' && (
        <SelectField label={t.part} value={partId} onChange={({ target }) => choose('partId', target.value)}>
          <option value="">{t.wholeBook}</option>
          {parts.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

/** Days and number of uses. */
function LimitFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.firstDay}
          type="date"
          hint={t.dayHint}
          error={errors.from?.message}
          {...form.register('from')}
        />
        <TextField
          label={t.lastDay}
          type="date"
          hint={t.dayHint}
          error={errors.until?.message}
          {...form.register('until')}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.uses}
          hint={t.usesHint}
          error={errors.uses?.message}
          inputMode="numeric"
          {...form.register('uses')}
        />
        <TextField
          label={t.usesPerPerson}
          error={errors.usesPerPerson?.message}
          inputMode="numeric"
          {...form.register('usesPerPerson')}
        />
      </div>
    </>
  );
}
