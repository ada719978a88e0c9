import type { SaleMails, ShopSettings } from '@cuentos/contract/shop';
import type { ExportPermission } from '@cuentos/domain/exports/export-permission';
import { pesosOfText } from '@cuentos/domain/orders/price-text';
import { useState } from 'react';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { type Choice, Choices } from './choices.tsx';
import { FormPart } from './identity-form.tsx';
import type { SectionEditor } from './section-editor.ts';
import { shopTexts as t } from './texts.ts';

const saleMails: readonly Choice<SaleMails>[] = [
  { id: 'each', label: t.saleMailEach },
  { id: 'daily', label: t.saleMailDaily, hint: t.saleMailDailyHint },
  { id: 'none', label: t.saleMailNone },
];

const exportChoices: readonly Choice<ExportPermission>[] = [
  { id: 'not-at-all', label: t.exportsNone, hint: t.exportsNoneHint },
  { id: 'page', label: t.exportsPage, hint: t.exportsPageHint },
  { id: 'epub', label: t.exportsEpub, hint: t.exportsEpubHint },
];

/** Names of the settings that are numbers. */
type CountName = { [Name in keyof ShopSettings]: ShopSettings[Name] extends number ? Name : never }[keyof ShopSettings];
const limitNames = Object.keys(t.limit) as (keyof typeof t.limit)[];

interface MinAmountProps {
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
}

/** Pesos as people type them: a number field would read `1.490` as about one and a half. */
function MinAmount({ value, error, onChange }: MinAmountProps) {
  const isPrice = Number.isFinite(value);
  const [text, setText] = useState(isPrice ? String(value) : '');
  return (
    <TextField
      label={t.minAmount}
      hint={t.minAmountHint}
      inputMode="numeric"
      autoComplete="off"
      // A discarded draft, or another admin's value, replaces the typed text.
      value={isPrice && pesosOfText(text) !== value ? String(value) : text}
      error={isPrice ? error : t.minAmountWrong}
      onChange={({ target }) => {
        setText(target.value);
        onChange(pesosOfText(target.value) ?? Number.NaN);
      }}
    />
  );
}

/** Settings that take effect at once, without a restart. */
export function SettingsForm({ editor: { value, errors, change } }: { readonly editor: SectionEditor<'settings'> }) {
  const count = (name: CountName) => ({
    type: 'number' as const,
    inputMode: 'numeric' as const,
    min: 0,
    value: Number.isNaN(value[name]) ? '' : value[name],
    error: errors[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      change({ [name]: target.value === '' ? 0 : Math.trunc(target.valueAsNumber) }),
  });
  return (
    <div className="max-w-[46rem]">
      <FormPart title={t.selling}>
        <MinAmount
          value={value.min_amount}
          error={errors['min_amount']}
          onChange={(min_amount) => change({ min_amount })}
        />
        <TextField
          label={t.presaleSentence}
          hint={t.presaleHint}
          value={value.presale_sentence}
          error={errors['presale_sentence']}
          onChange={({ target }) => change({ presale_sentence: target.value })}
        />
        <TextField label={t.mailsPerMinute} hint={t.mailsHint} {...count('mails_per_minute')} />
        <TextField label={t.sharedQuoteMax} hint={t.sharedQuoteHint} {...count('shared_quote_max')} />
      </FormPart>
      <Choices
        title={t.saleMails}
        text={t.saleMailsText}
        choices={saleMails}
        value={value.sale_mails}
        onChange={(sale_mails) => change({ sale_mails })}
      />
      <Choices
        title={t.exports}
        text={t.exportsText}
        choices={exportChoices}
        value={value.export_permission}
        onChange={(export_permission) => change({ export_permission })}
      />
      <FormPart title={t.limits} text={t.limitsText}>
        <div className="grid gap-4 sm:grid-cols-2 sm:items-end">
          {limitNames.map((name) => (
            <TextField key={name} label={t.limit[name]} {...count(name)} />
          ))}
        </div>
      </FormPart>
    </div>
  );
}
