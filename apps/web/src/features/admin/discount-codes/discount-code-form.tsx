import {
  adminChangeDiscountCode,
  adminCreateDiscountCode,
  type DiscountCode,
  type DiscountCodeBody,
} from '@cuentos/contract/discount-codes';
import { isCode, normaliseCode } from '@cuentos/domain/discount-codes/discount-code';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormDraft } from '../../../device/form-drafts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { adminCall } from '../admin-call.ts';
import { useAdminMutation } from '../admin-mutation.ts';
import { booksToChooseQuery, partsToChooseQuery } from '../purchases/api.ts';
import { draftName, WorkDialog } from '../work-dialog.tsx';
import { discountCodeTexts as t } from './texts.ts';

/** The fields as they are written. */
interface Written {
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

const blank: Written = {
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

const writtenOf = (code: DiscountCode): Written => ({
  code: code.code,
  kind: code.kind,
  amount: String(code.amount),
  bookId: code.scope?.book_id ?? '',
  partId: code.part_id ?? '',
  from: code.from ?? '',
  until: code.until ?? '',
  uses: code.max_uses === null ? '' : String(code.max_uses),
  usesPerPerson: code.max_uses_per_person === null ? '' : String(code.max_uses_per_person),
});

/** What the server names a field by. */
type Problems = Readonly<Partial<Record<keyof DiscountCodeBody, string>>>;

/** A whole number in digits; null for anything else. */
const wholeNumber = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);

function problemsOf({ code, kind, amount, from, until, uses, usesPerPerson }: Written): Problems {
  const off = wholeNumber(amount);
  const isWrongCount = (text: string) => text.trim() !== '' && (wholeNumber(text) ?? 0) < 1;
  return {
    ...(isCode(normaliseCode(code)) ? {} : { code: t.codeWrong }),
    ...(kind === 'percentage' && (off === null || off < 1 || off > 100) ? { amount: t.percentageWrong } : {}),
    ...(kind === 'pesos' && (off === null || off < 1) ? { amount: t.pesosWrong } : {}),
    ...(from !== '' && until !== '' && until < from ? { until: t.untilBeforeFrom } : {}),
    ...(isWrongCount(uses) ? { max_uses: t.usesWrong } : {}),
    ...(isWrongCount(usesPerPerson) ? { max_uses_per_person: t.usesWrong } : {}),
  };
}

const bodyOf = (written: Written): DiscountCodeBody => ({
  code: written.code,
  kind: written.kind,
  amount: wholeNumber(written.amount) ?? 0,
  book_id: written.partId === '' && written.bookId !== '' ? written.bookId : null,
  part_id: written.partId === '' ? null : written.partId,
  from: written.from === '' ? null : written.from,
  until: written.until === '' ? null : written.until,
  max_uses: wholeNumber(written.uses),
  max_uses_per_person: wholeNumber(written.usesPerPerson),
});

/** Letters and figures that nobody takes for each other. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** Nobody finds one of a thousand million by trying. */
const SUGGESTED_LENGTH = 8;

/** A code that nobody would guess. */
function suggestCode(): string {
  // Of 256 values those that would make some letters likelier are left out.
  const fair = 256 - (256 % LETTERS.length);
  let code = '';
  while (code.length < SUGGESTED_LENGTH)
    for (const value of crypto.getRandomValues(new Uint8Array(SUGGESTED_LENGTH - code.length)))
      if (value < fair) code += LETTERS[value % LETTERS.length];
  return code;
}

interface DiscountCodeFormProps {
  /** Null for a new one. */
  readonly code: DiscountCode | null;
  readonly onSaved: (saved: DiscountCode) => void;
  readonly onClose: () => void;
}

/** Makes a code, or changes one; of one that was used only what no order shows. */
export function DiscountCodeForm({ code, onSaved, onClose }: DiscountCodeFormProps) {
  const [before] = useState(code === null ? blank : writtenOf(code));
  const [written, setWritten] = useState(before);
  const [problems, setProblems] = useState<Problems>({});
  const draft = useFormDraft<Written>({
    form: draftName('discount-code', code?.id),
    values: written,
    begun: before,
    show: (changes) => setWritten({ ...before, ...changes }),
  });
  const isFixed = code?.is_fixed ?? false;
  const { busy, send } = useAdminMutation({
    call: (json: DiscountCodeBody) =>
      code === null
        ? adminCall(adminCreateDiscountCode, { json, handles: 'all' })
        : adminCall(adminChangeDiscountCode, { params: { id: code.id }, json, handles: 'all' }),
    onDone: (saved) => {
      void draft.clear();
      onSaved(saved);
    },
    onFailure: (error) => {
      if (!(error instanceof ApiError)) return false;
      const wrong: Problems = error.code === 'discount_code_taken' ? { code: error.detail } : error.fields;
      setProblems(wrong);
      return Object.keys(wrong).length > 0;
    },
    texts: { failed: t.failed, serverSays: [404, 409] },
  });
  const submit = () => {
    const wrong = problemsOf(written);
    setProblems(wrong);
    if (Object.keys(wrong).length === 0) send(bodyOf(written));
  };
  const change = (next: Partial<Written>) => setWritten((known) => ({ ...known, ...next }));
  return (
    <WorkDialog
      title={code === null ? t.newTitle : t.editTitle(code.code)}
      {...(isFixed ? { text: t.fixed } : {})}
      submit={t.save}
      busy={busy}
      dirty={JSON.stringify(written) !== JSON.stringify(before)}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isFixed && (
        <>
          <DiscountFields written={written} problems={problems} onChange={change} />
          <ScopeFields written={written} onChange={change} />
        </>
      )}
      <LimitFields written={written} problems={problems} onChange={change} />
    </WorkDialog>
  );
}

interface FieldsProps {
  readonly written: Written;
  readonly problems: Problems;
  readonly onChange: (change: Partial<Written>) => void;
}

/** The code and what it takes off. */
function DiscountFields({ written: { code, kind, amount }, problems, onChange }: FieldsProps) {
  const isPercentage = kind === 'percentage';
  return (
    <>
      <div className="grid justify-items-start gap-1">
        <TextField
          className="w-full"
          label={t.code}
          hint={t.codeHint}
          error={problems.code}
          value={code}
          maxLength={60}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ code: target.value })}
        />
        <Button variant="quiet" className="-ml-2.5" onClick={() => onChange({ code: suggestCode() })}>
          {t.suggest}
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t.kind}
          value={kind}
          onChange={({ target }) => onChange({ kind: target.value === 'pesos' ? 'pesos' : 'percentage' })}
        >
          <option value="percentage">{t.kinds.percentage}</option>
          <option value="pesos">{t.kinds.pesos}</option>
        </SelectField>
        <TextField
          label={isPercentage ? t.percentage : t.pesos}
          hint={isPercentage ? t.percentageHint : t.pesosHint}
          error={problems.amount}
          inputMode="numeric"
          value={amount}
          onChange={({ target }) => onChange({ amount: target.value })}
        />
      </div>
    </>
  );
}

/** For the shop, a book or a part. */
function ScopeFields({ written: { bookId, partId }, onChange }: Omit<FieldsProps, 'problems'>) {
  const books = useQuery(booksToChooseQuery);
  const parts = useQuery(partsToChooseQuery(bookId));
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
        onChange={({ target }) => onChange({ bookId: target.value, partId: '' })}
      >
        <option value="">{t.wholeShop}</option>
        {books.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {bookId !== '' && (
        <SelectField label={t.part} value={partId} onChange={({ target }) => onChange({ partId: target.value })}>
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

/** How long, and how often. */
function LimitFields({ written, problems, onChange }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.firstDay}
          type="date"
          hint={t.dayHint}
          error={problems.from}
          value={written.from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <TextField
          label={t.lastDay}
          type="date"
          hint={t.dayHint}
          error={problems.until}
          value={written.until}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.uses}
          hint={t.usesHint}
          error={problems.max_uses}
          inputMode="numeric"
          value={written.uses}
          onChange={({ target }) => onChange({ uses: target.value })}
        />
        <TextField
          label={t.usesPerPerson}
          error={problems.max_uses_per_person}
          inputMode="numeric"
          value={written.usesPerPerson}
          onChange={({ target }) => onChange({ usesPerPerson: target.value })}
        />
      </div>
    </>
  );
}
