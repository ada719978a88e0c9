import {
  adminGetAccountingMonth,
  adminGetTaxDocument,
  adminTypeFolio,
  folio as folioForm,
  type TaxDocumentSheet,
} from '@cuentos/contract/accounting';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { formatNumber, formatPrice } from '../../../lib/formats.ts';
import { keyOf } from '../../../lib/api/query-key.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { ListFailure } from '../../../ui/lists/list-panel.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';
import { saveOrChoose } from '../../admin/changed-meanwhile.ts';
import { TODAY_KEY } from '../../admin/waiting.ts';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { accountingTexts as t } from './texts.ts';

const sheetQuery = (id: string) =>
  queryOptions({ ...adminQueryOf(adminGetTaxDocument, { params: { id }, handles: 'all' }), staleTime: 0 });

/** `2026-11-18` → `18/11/2026`, as the tax office writes days. */
const dayWords = (day: string): string => day.split('-').toReversed().join('/');

/** Shows a tax document, to be typed into the tax office's page or printed, with its folio. */
export function TaxDocumentPage({ id, month }: { readonly id: string; readonly month: string }) {
  const sheet = useQuery(sheetQuery(id));
  return (
    <>
      <BackLink to={`/admin/accounting?month=${month}`}>{t.sheetBack}</BackLink>
      {sheet.isPending && <Waiting className="skeleton mt-6 h-96 max-w-[640px]" />}
      {sheet.isError && !sheet.data && <ListFailure onRetry={() => void sheet.refetch()} />}
      {sheet.data && <Sheet sheet={sheet.data} />}
    </>
  );
}

function Sheet({ sheet }: { readonly sheet: TaxDocumentSheet }) {
  const [isTyping, setIsTyping] = useState(false);
  const { kind, code, folio, is_folio_open: isFolioOpen } = sheet;
  return (
    <article className="max-w-[640px]">
      <h2 className="type-2 mt-4">{t.sheetKind(t.documents[kind], code)}</h2>
      <p className="mt-1 max-w-[52ch] text-sm text-ink-2 print:hidden">{t.sheetText}</p>
      <div className="mt-3">
        <Badge tone={folio === null ? 'info' : 'ok'}>{t.documentStates[folio === null ? 'prepared' : 'issued']}</Badge>
      </div>
      <div className="mt-5 flex flex-wrap gap-2 print:hidden">
        {isFolioOpen && (
          <Button variant="primary" icon={<Pencil aria-hidden="true" />} onClick={() => setIsTyping(true)}>
            {folio === null ? t.typeFolio : t.changeFolio}
          </Button>
        )}
        <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          {t.print}
        </Button>
      </div>
      <Facts sheet={sheet} />
      <h3 className="type-1 mt-8 mb-3">{t.sheetLines}</h3>
      <DataTable caption={t.sheetLines} columns={lineColumns} rows={sheet.lines} keyOf={({ name }) => name} />
      <dl className="figures mt-3 grid gap-1.5">
        <Fact name={t.columns.net}>{formatPrice(sheet.net)}</Fact>
        <Fact name={t.columns.vat}>{formatPrice(sheet.vat)}</Fact>
        <Fact name={t.columns.total}>
          <b className="font-semibold">{formatPrice(sheet.total)}</b>
        </Fact>
      </dl>
      {isTyping && <FolioDialog sheet={sheet} onClose={() => setIsTyping(false)} />}
    </article>
  );
}

type SheetLine = TaxDocumentSheet['lines'][number];

const lineColumns: Column<SheetLine>[] = [
  { id: 'name', label: t.sheetLine, place: 'wide', cell: ({ name }) => name },
  { id: 'quantity', label: t.sheetQuantity, end: true, cell: ({ quantity }) => formatNumber(quantity) },
  { id: 'net', label: t.columns.net, end: true, cell: ({ net }) => formatPrice(net) },
  { id: 'vat', label: t.columns.vat, end: true, cell: ({ vat }) => formatPrice(vat) },
  { id: 'total', label: t.columns.total, end: true, cell: ({ total }) => formatPrice(total) },
];

function Facts({ sheet }: { readonly sheet: TaxDocumentSheet }) {
  const { seller, reference } = sheet;
  const names = t.sheetFacts;
  return (
    <dl className="figures mt-6 grid gap-2 border-y border-line py-4">
      <Fact name={names.number}>{sheet.number}</Fact>
      <Fact name={names.folio}>{sheet.folio ?? t.noFolio}</Fact>
      <Fact name={names.date}>{dayWords(sheet.date)}</Fact>
      <Fact name={names.seller}>{seller.name}</Fact>
      <Fact name={names.rut}>{seller.rut}</Fact>
      {seller.address !== null && <Fact name={names.address}>{seller.address}</Fact>}
      <Fact name={names.order}>{sheet.order_id}</Fact>
      <Fact name={names.payment}>{sheet.payment_number}</Fact>
      {reference && (
        <>
          <Fact name={names.reference}>
            {t.sheetReference(
              reference.folio === null ? t.sheetBoletaWithout(reference.number) : t.sheetBoletaFolio(reference.folio),
              dayWords(reference.date),
            )}
          </Fact>
          <Fact name={names.reason}>{reference.reason}</Fact>
        </>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm">
      <dt className="text-ink-2">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

const folioSchema = z.object({ folio: z.literal('').or(folioForm) });

interface FolioDialogProps {
  readonly sheet: TaxDocumentSheet;
  readonly onClose: () => void;
}

/** Stores the folio, corrects it, or removes it. */
function FolioDialog({ sheet, onClose }: FolioDialogProps) {
  const client = useQueryClient();
  const { form, dialog } = useWorkForm<{ folio: string }, { folio: string }, TaxDocumentSheet, TaxDocumentSheet>({
    name: draftName('folio', sheet.id),
    entity: sheet,
    valuesOf: (before) => ({ folio: before?.folio ?? '' }),
    schema: folioSchema,
    save: ({ folio }, begun) =>
      saveOrChoose((isMeant) =>
        adminCall(adminTypeFolio, {
          params: { id: sheet.id },
          json: { folio: folio === '' ? null : folio, ...(isMeant ? {} : { seen: { folio: begun?.folio ?? null } }) },
          handles: 'all',
        }),
      ),
    onSaved(saved) {
      showToast('success', saved.folio === null ? t.folioRemoved : t.folioSaved(saved.folio));
      client.setQueryData(sheetQuery(sheet.id).queryKey, saved);
      for (const queryKey of [TODAY_KEY, keyOf(adminGetAccountingMonth)]) void client.invalidateQueries({ queryKey });
      onClose();
    },
    texts: { failed: t.folioFailed, serverSays: [404, 409] },
    refusedFields: { folio_taken: { field: 'folio', text: t.folioTaken } },
    onEnd: () => client.invalidateQueries({ queryKey: keyOf(adminGetTaxDocument, { params: { id: sheet.id } }) }),
  });
  return (
    <WorkDialog title={t.folioTitle} text={t.folioText} submit={t.folioSave} {...dialog} onClose={onClose}>
      <TextField
        label={t.folioLabel}
        inputMode="numeric"
        autoComplete="off"
        hint={t.folioHint}
        error={form.formState.errors.folio?.message}
        {...form.register('folio')}
      />
    </WorkDialog>
  );
}
