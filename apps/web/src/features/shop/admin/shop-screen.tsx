import type { LegalOverview, SaleMails, ShopLegal, ShopSection, ShopSettings } from '@cuentos/contract/shop';
import type { ExportPermission } from '@cuentos/domain/exports/export-permission';
import { pesosOfText } from '@cuentos/domain/orders/price-text';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Info, Minus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDate, formatNumber } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { TableSkeleton } from '../../../ui/lists/data-table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { FormPart, IdentityForm } from './identity-form.tsx';
import {
  legalOverviewQuery,
  type LoadedSection,
  type SectionEditor,
  sectionQuery,
  useSectionEditor,
} from './section-editor.ts';
import { shopTexts as t } from './texts.ts';
import { WordsForm } from './words-form.tsx';

const tabs = (Object.keys(t.tabs) as ShopSection[]).map((id) => ({ id, label: t.tabs[id] }));

/** 'Mi tienda': the public contents of the shop, by section. */
export function AdminShopScreen() {
  const [params, setParams] = useSearchParams();
  const requestedTab = params.get('seccion');
  const current = tabs.find(({ id }) => id === requestedTab)?.id ?? 'identity';
  return (
    <>
      <SectionTitle title={t.title} text={t.lead} />
      <Tabs
        label={t.tabsLabel}
        tabs={tabs}
        current={current}
        onChange={(id) => setParams(id === 'identity' ? {} : { seccion: id }, { replace: true })}
      >
        <div className="pt-7">
          <Section key={current} section={current} />
        </div>
      </Tabs>
    </>
  );
}

/** Loads a section; the form starts with the loaded values. */
function Section({ section }: { readonly section: ShopSection }) {
  const { data, isError, isFetching, refetch, dataUpdatedAt } = useQuery(sectionQuery(section));
  if (data) {
    const Editor = editors[section] as (props: { loaded: typeof data }) => ReactNode;
    return <Editor key={dataUpdatedAt} loaded={data} />;
  }
  if (!isError && (isFetching || data === undefined)) return <TableSkeleton />;
  return (
    <div className="grid justify-items-start gap-4">
      <Banner title={t.loadFailed} />
      <Button onClick={() => void refetch()}>{t.retry}</Button>
    </div>
  );
}

/** Form of each section with its bar. */
const editors: { readonly [Name in ShopSection]: (props: { loaded: LoadedSection<Name> }) => ReactNode } = {
  identity: function Identity({ loaded }) {
    const editor = useSectionEditor('identity', loaded);
    return (
      <Edited editor={editor}>
        <IdentityForm editor={editor} />
      </Edited>
    );
  },
  words: function Words({ loaded }) {
    const editor = useSectionEditor('words', loaded);
    return (
      <Edited editor={editor} countOf={t.wordChanges}>
        <WordsForm editor={editor} />
      </Edited>
    );
  },
  legal: function Legal({ loaded }) {
    const editor = useSectionEditor('legal', loaded);
    return (
      <Edited editor={editor}>
        <LegalForm editor={editor} />
      </Edited>
    );
  },
  settings: function Settings({ loaded }) {
    const editor = useSectionEditor('settings', loaded);
    return (
      <Edited editor={editor}>
        <SettingsForm editor={editor} />
      </Edited>
    );
  },
};

interface EditedProps {
  readonly editor: Omit<SectionEditor<ShopSection>, 'change' | 'value' | 'published'>;
  readonly countOf?: (count: number) => string;
  readonly children: ReactNode;
}

/** A form with its notices above, and the publish bar at the foot, over the areas of a phone. */
function Edited({ editor, countOf = t.changes, children }: EditedProps) {
  const { changes, keeping, busy, conflict } = editor;
  return (
    <>
      <DraftNotice draft={editor.draft} />
      {conflict && (
        <div className="mb-6">
          <Banner title={t.conflict.title}>
            {t.conflict.text}
            <span className="mt-3 block">
              <Button onClick={editor.reload}>{t.conflict.reload}</Button>
            </span>
          </Banner>
        </div>
      )}
      {children}
      {changes > 0 && (
        <section
          aria-label={countOf(changes)}
          className="sticky bottom-[var(--foot-bar,0px)] z-10 mt-10 rounded-b-pocket border border-line bg-sheet px-5 pt-1.5 pb-3 shadow-sheet"
        >
          <div aria-hidden="true" className="border-t-2 border-dashed border-line-strong" />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3">
            <p className="text-sm" aria-live="polite">
              <b className="figures">{countOf(changes)}</b>{' '}
              <span className="text-ink-2">
                {keeping === 'failed' ? t.notKept : keeping === 'saving' ? t.saving : t.notSeen}
              </span>
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" disabled={busy || conflict} onClick={editor.discard}>
                {t.discard}
              </Button>
              <Button variant="primary" busy={busy} disabled={conflict} onClick={editor.publish}>
                {t.publish}
              </Button>
            </div>
          </div>
        </section>
      )}
    </>
  );
}

/** Form of the seller's facts, which the legal documents contain. */
function LegalForm({ editor }: { readonly editor: SectionEditor<'legal'> }) {
  const { data: overview } = useQuery(legalOverviewQuery);
  return (
    <>
      <div className="grid gap-10 lg:grid-cols-2 lg:items-start lg:gap-14">
        <div className="min-w-0">
          <Seller {...editor} />
          <Choices
            title={t.taxDocument}
            text={t.taxText}
            choices={taxDocuments}
            value={editor.value.tax_document}
            onChange={(tax_document) => editor.change({ tax_document })}
          />
          <FormPart title={t.rulesTitle}>
            <TextAreaField
              label={t.rules}
              rows={4}
              value={editor.value.rules}
              hint={t.rulesHint}
              error={editor.errors['rules']}
              onChange={({ target }) => editor.change({ rules: target.value })}
            />
          </FormPart>
        </div>
        <div className="grid gap-5">
          {overview && <SwitchedOn overview={overview} />}
          {editor.changes > 0 && (
            <output className="flex gap-2.5 rounded-2 bg-info-soft px-3.5 py-3 text-sm font-medium text-info [&>svg]:size-5 [&>svg]:shrink-0">
              <Info aria-hidden="true" />
              {t.newVersion}
            </output>
          )}
        </div>
      </div>
      {overview && <Documents documents={overview.documents} />}
    </>
  );
}

function Seller({ value, errors, change }: SectionEditor<'legal'>) {
  const field = (name: 'seller_name' | 'seller_tax_id' | 'seller_address' | 'seller_phone') => ({
    value: value[name] ?? '',
    error: errors[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      change({ [name]: target.value === '' ? null : target.value }),
  });
  return (
    <FormPart title={t.seller} text={t.sellerText}>
      <TextField label={t.sellerName} {...field('seller_name')} />
      <TextField label={t.taxId} placeholder="12.345.678-5" {...field('seller_tax_id')} />
      <TextField label={t.address} {...field('seller_address')} />
      <TextField label={t.phone} type="tel" {...field('seller_phone')} />
    </FormPart>
  );
}

const taxDocuments: readonly Choice<ShopLegal['tax_document']>[] = [
  { id: 'voucher', label: t.taxVoucher, hint: t.taxVoucherHint },
  { id: 'issuer', label: t.taxIssuer, hint: t.taxIssuerHint },
  { id: 'undecided', label: t.taxUndecided, hint: t.taxUndecidedHint },
];

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

interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly hint?: string;
}

interface ChoicesProps<Id extends string> {
  readonly title: string;
  readonly text: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id;
  readonly onChange: (value: Id) => void;
}

/** A titled part of a form with a choice of one. */
function Choices<Id extends string>({ title, text, choices, value, onChange }: ChoicesProps<Id>) {
  const name = useId();
  return (
    <fieldset className="border-t border-line py-7">
      <legend className="type-1 float-left font-[560] mb-3 w-full font-serif">{title}</legend>
      <p className="clear-both mb-3 max-w-[62ch] text-sm text-ink-2">{text}</p>
      {choices.map(({ id, label, hint }) => (
        <label key={id} className="clear-both flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name={name}
            checked={id === value}
            onChange={() => onChange(id)}
            className="mt-0.5 size-5 shrink-0 accent-(--cb-accent)"
          />
          <span>
            {label}
            {hint && <span className="block text-xs text-ink-3">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function SwitchedOn({ overview }: { readonly overview: LegalOverview }) {
  const { mail, storage, payments, google, captcha, analytics } = overview;
  const rows = [
    mail ? t.on.mail : { off: t.off.mail },
    storage ? t.on.storage : { off: t.off.storage },
    payments ? t.on.payments : { off: t.off.payments },
    google ? t.on.google : { off: t.off.google },
    captcha === null ? { off: t.off.captcha } : t.on.captcha(captcha),
    analytics.length === 0 ? { off: t.off.analytics } : t.on.analytics(analytics.join(', ')),
  ];
  return (
    <section>
      <h2 className="type-1">{t.switchedOn}</h2>
      <p className="mt-1 text-sm text-ink-2">{t.switchedOnText}</p>
      <ul className="mt-3 border-b border-line">
        {rows.map((row) => {
          const text = typeof row === 'string' ? row : row.off;
          return (
            <li
              key={text}
              className="flex items-center gap-3 border-t border-line py-3 text-sm [&>svg]:size-5 [&>svg]:shrink-0"
            >
              {typeof row === 'string' ? (
                <CircleCheck aria-hidden="true" className="text-ok" />
              ) : (
                <Minus aria-hidden="true" className="text-ink-3" />
              )}
              {text}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const pages = { privacy: '/privacy-policy', terms: '/terms-and-conditions' } as const;

function Documents({ documents }: Pick<LegalOverview, 'documents'>) {
  return (
    <section className="mt-8">
      <h2 className="type-1">{t.documents}</h2>
      <ul className="mt-3 border-b border-line">
        {documents.map(({ kind, title, version, published_at: since, told }) => (
          <li
            key={kind}
            className="grid items-center gap-x-6 gap-y-1 border-t border-line py-3 text-sm sm:grid-cols-[2fr_1fr_1fr_1.5fr_auto]"
          >
            <span className="font-serif text-base font-[560]">{title}</span>
            <span className="figures">{t.version(version)}</span>
            <span className="figures">
              {t.since} {formatDate(since)}
            </span>
            <span className="figures text-ink-2">
              {version === 1 ? t.firstVersion : t.told(`${formatNumber(told)} ${told === 1 ? 'lector' : 'lectores'}`)}
            </span>
            <a href={pages[kind]} target="_blank" rel="noopener" className={buttonClass({ variant: 'quiet' })}>
              {t.read}
              <span className="sr-only">: {title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
function SettingsForm({ editor: { value, errors, change } }: { readonly editor: SectionEditor<'settings'> }) {
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
