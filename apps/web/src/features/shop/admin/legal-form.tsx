import type { LegalOverview, ShopLegal } from '@cuentos/contract/shop';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Info, Minus } from 'lucide-react';
import { formatDate, formatNumber } from '../../../lib/formats.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { type Choice, Choices } from './choices.tsx';
import { FormPart } from './identity-form.tsx';
import { legalOverviewQuery, type SectionEditor } from './section-editor.ts';
import { shopTexts as t } from './texts.ts';

const taxDocuments: readonly Choice<ShopLegal['tax_document']>[] = [
  { id: 'voucher', label: t.taxVoucher, hint: t.taxVoucherHint },
  { id: 'issuer', label: t.taxIssuer, hint: t.taxIssuerHint },
  { id: 'undecided', label: t.taxUndecided, hint: t.taxUndecidedHint },
];

/** Form of the seller's facts, which the legal documents contain. */
export function LegalForm({ editor }: { readonly editor: SectionEditor<'legal'> }) {
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
