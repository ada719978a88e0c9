import type { AuditedAct } from '@cuentos/contract/audit';
import { formatPrice } from '../../lib/formats.ts';
import type { Column } from '../../ui/lists/data-table.tsx';
import { ListPanel } from '../../ui/lists/list-panel.tsx';
import { formatMinute, formatSecond } from '../admin/dates.ts';
import { linkLines, PartLink, PersonLink } from '../admin/row-links.tsx';
import { usePagedList } from '../admin/use-paged-list.ts';
import { auditPages, type AuditEntry } from './api.ts';
import { roleNames } from '../admin/texts.ts';
import {
  auditActionTexts,
  auditDetailTexts as d,
  auditReasonTexts,
  auditSubjectTexts,
  reportTexts as t,
} from './texts.ts';

/** Whether this version knows the action of a line, whose detail then has the contract's form. */
function isKnownAct(entry: AuditEntry): entry is AuditEntry & AuditedAct {
  return Object.hasOwn(auditActionTexts, entry.action);
}

/** Names an action; an unknown one is shown as its code. */
function actionWords(entry: AuditEntry): string {
  return isKnownAct(entry) ? auditActionTexts[entry.action] : entry.action;
}

/** Describes the details for the owner; empty without any. */
function detailWords({ action, detail }: AuditedAct): readonly string[] {
  switch (action) {
    case 'user.created':
      return [roleNames[detail.role]];
    case 'user.role_changed':
      return [d.change(roleNames[detail.from], roleNames[detail.to])];
    case 'book.completion_changed':
    case 'payment.contradiction':
      return [d.change(String(detail.from), String(detail.to))];
    case 'tax_document.folio_typed':
      return [d.change(detail.from ?? d.noFolio, detail.to ?? d.noFolio)];
    case 'part.sample_changed':
    case 'part.sample_asked':
      return detail.from === null || detail.to === null ? [] : [d.change(String(detail.from), String(detail.to))];
    case 'part.price_changed':
      return termNames.flatMap((term) => termWords(term, detail[term]));
    case 'discount_code.created':
      return [detail.kind === 'percentage' ? d.percent(detail.amount) : formatPrice(detail.amount)];
    // Adds the sign to a percentage, because the columns do not show it.
    case 'discount_code.changed':
      return [];
    default:
      return moneyWords(detail);
  }
}

function moneyWords(detail: MoneyDetail): readonly string[] {
  if (detail === undefined) return [];
  return [
    ...('amount' in detail ? [formatPrice(detail.amount)] : []),
    ...('reason' in detail ? reasonWords(detail) : []),
  ];
}

type MoneyDetail = Exclude<AuditedAct, { action: 'discount_code.created' | 'discount_code.changed' }>['detail'];

/** A reason of the shop, or a person's words; empty once the person is erased. */
function reasonWords({ reason }: { readonly reason?: string }): readonly string[] {
  return reason === undefined ? [] : [auditReasonTexts[reason] ?? d.words(reason)];
}

type Terms = Extract<AuditedAct, { action: 'part.price_changed' }>['detail'];

/** Terms of a part in the log, in this order. */
const termNames = ['value', 'presale_discount', 'release_at', 'presale_end_at'] as const;

const termFormats = {
  value: formatPrice,
  presale_discount: d.percent,
  release_at: formatMinute,
  presale_end_at: formatMinute,
} as const;

function termWords(term: (typeof termNames)[number], change: Terms[keyof Terms]): readonly string[] {
  if (!change) return [];
  const [from, to] = change.map((value) => (value === null ? d.noDate : termFormats[term](value)));
  return [d.termChange(d.terms[term], d.change(from ?? '', to ?? ''))];
}

const ID_SHOWN = 8;

/** Parts of the shop have no id: an entry names them by a word of ours. */
const isNamed = (subject: string): subject is keyof typeof auditSubjectTexts =>
  Object.hasOwn(auditSubjectTexts, subject);

/** Shows the audit log, newest first. */
export function AuditLog() {
  const list = usePagedList<AuditEntry>({
    ...auditPages,
    wordsOf: actionWords,
  });
  return (
    <>
      <p className="mb-4 max-w-[62ch] text-sm text-ink-2">{t.auditText}</p>
      <ListPanel list={list} caption={t.auditCaption} columns={columns} empty={t.auditEmpty} />
    </>
  );
}

const c = t.auditColumns;
const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'what',
    label: c.what,
    place: 'title',
    cell: (entry) => <Act entry={entry} />,
  },
  {
    id: 'who',
    label: c.who,
    cell: ({ actor_id: id, actor_name: name }) => (name === null ? t.theShop : <PersonLink id={id} name={name} />),
  },
  {
    id: 'at',
    label: c.at,
    cell: ({ at }) => <span className="figures whitespace-nowrap">{formatSecond(at)}</span>,
  },
  {
    id: 'subject',
    label: c.subject,
    cell: (entry) => <Subject entry={entry} />,
  },
];

function Act({ entry }: { readonly entry: AuditEntry }) {
  const details = isKnownAct(entry) ? detailWords(entry) : [];
  return (
    <>
      {actionWords(entry)}
      {details.length > 0 && (
        <span className="block font-sans text-xs font-normal text-ink-3">{details.join(', ')}</span>
      )}
    </>
  );
}

/**
 * Shows the subject of an entry and the person concerned; without a name, the end of the id, since its beginning is the
 * time.
 */
function Subject({ entry: { subject, subject_name: name, book_id: bookId, person } }: { readonly entry: AuditEntry }) {
  if (name === null && person === null) {
    if (isNamed(subject)) return auditSubjectTexts[subject];
    return (
      <span title={subject} className="figures text-ink-3">
        …{subject.slice(-ID_SHOWN)}
      </span>
    );
  }
  return (
    <span className={`${linkLines} [overflow-wrap:anywhere]`}>
      {name !== null && (
        <span>
          <PartLink bookId={bookId} name={name} />
        </span>
      )}
      {person && (
        <span className={name === null ? '' : 'text-xs text-ink-3'}>
          <PersonLink {...person} /> <span className="text-xs text-ink-3">{person.email}</span>
        </span>
      )}
    </span>
  );
}
