import type { SetupCheckName } from '@cuentos/contract/setup';
import type { LegalKind, ShopSection } from '@cuentos/contract/shop';
import { formatPrice } from '../../../lib/formats.ts';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { formatMinute, formatSecond } from '../dates.ts';
import { PAGE_SIZES, usePagedList } from '../use-paged-list.ts';
import { AUDIT_KEY, type AuditEntry, fetchAudit } from './api.ts';
import { reportTexts as t } from './texts.ts';

const actions: Readonly<Record<string, string>> = {
  'user.created': 'Creó un usuario',
  'user.invited': 'Invitó a una persona sin cuenta',
  'user.changed': 'Cambió los datos de un usuario',
  'user.role_changed': 'Cambió el rol de un usuario',
  'user.password_set': 'Cambió la contraseña de un usuario',
  'user.deleted': 'Eliminó un usuario',
  'user.restored': 'Recuperó un usuario eliminado',
  'book.created': 'Creó un libro',
  'book.activated': 'Activó un libro',
  'book.deactivated': 'Pasó un libro a borrador',
  'book.archived': 'Eliminó un libro',
  'book.restored': 'Recuperó un libro eliminado',
  'book.parts_ordered': 'Cambió el orden de las partes de un libro',
  'book.writers_changed': 'Cambió las escritoras de un libro',
  'book.completion_changed': 'Cambió el descuento por completar un libro',
  'part.created': 'Creó una parte',
  'part.activated': 'Activó una parte',
  'part.deactivated': 'Pasó una parte a borrador',
  'part.archived': 'Eliminó una parte',
  'part.restored': 'Recuperó una parte eliminada',
  'part.sample_changed': 'Cambió la muestra de una parte',
  'part.price_changed': 'Cambió el precio de una parte',
  'part.granted': 'Regaló una parte',
  'part.grant_revoked': 'Quitó un regalo',
  'edition.uploaded': 'Subió un ebook',
  'edition.published': 'Publicó una edición',
  'edition.discarded': 'Descartó una edición',
  'early_access.given': 'Dio una lectura para revisión',
  'early_access.taken': 'Quitó una lectura para revisión',
  'session.revoked': 'Cerró una sesión',
  'session.token_reused': 'Cerró una sesión cuya llave se usó dos veces',
  'passkey.added': 'Agregó una clave de acceso',
  'passkey.removed': 'Quitó una clave de acceso',
  'second_factor.added': 'Activó su verificación en dos pasos',
  'second_factor.removed': 'Quitó su verificación en dos pasos',
  'second_factor.reset': 'Quitó la verificación en dos pasos de otra persona',
  'second_factor.codes_replaced': 'Pidió códigos de recuperación nuevos',
  'second_factor.code_used': 'Usó un código de recuperación',
  'shop.draft_begun': 'Empezó a editar la tienda',
  'shop.draft_discarded': 'Descartó cambios de la tienda',
  'shop.published': 'Publicó cambios de la tienda',
  'shop.portrait_uploaded': 'Subió un retrato',
  'legal.published': 'Publicó una versión nueva de un documento legal',
  'discount_code.created': 'Creó un código de descuento',
  'discount_code.changed': 'Cambió un código de descuento',
  'discount_code.switched_on': 'Encendió un código de descuento',
  'discount_code.switched_off': 'Apagó un código de descuento',
  'discount_code.deleted': 'Borró un código de descuento',
  'mail.retried': 'Reintentó un correo',
  'mail.resent': 'Reenvió un correo',
  'mail.held_back': 'Dejó para después correos de un tipo: eran demasiados',
  'message_thread.answered': 'Respondió un mensaje',
  'message_thread.closed': 'Cerró una conversación',
  'message_thread.reopened': 'Reabrió una conversación',
  'shelf.ordered': 'Cambió el orden de los libros',
  'setup.checked': 'Hizo una prueba de puesta en marcha',
  'notice.retried': 'Reintentó un aviso de pago',
  'order.granted': 'Entregó una compra pagada',
  'order.withdrawn': 'Se arrepintió de su compra',
  'gift.claimed': 'Recibió un regalo',
  'gift.sent_again': 'Envió de nuevo un regalo',
  'gift.changed': 'Cambió un regalo que no había salido',
  'account.erasure_asked': 'Pidió borrar una cuenta',
  'account.kept': 'Se quedó con su cuenta',
  'account.claimed': 'Tomó la cuenta de su correo, que otra persona había hecho',
  'account.erased': 'Borró una cuenta, cumplido el plazo',
  'account.blocked': 'Bloqueó los datos de una cuenta',
  'account.unblocked': 'Levantó el bloqueo de sus datos',
  'account.email_changed': 'Cambió el correo de su cuenta',
  'account.email_returned': 'Devolvió su cuenta al correo de antes',
  'data_request.entered': 'Anotó una solicitud de datos',
  'data_request.carried_out': 'Cumplió una solicitud de datos',
  'data_request.closed': 'Cerró una solicitud de datos',
  'payment.updated': 'Anotó un cambio de un pago',
  'payment.problem': 'Anotó un problema con un pago',
  'payment.settled': 'Marcó un pago como resuelto por fuera',
  'tax_document.prepared': 'Preparó el archivo de un documento tributario, sin emitirlo',
  'tax_document.issued': 'Se emitió un documento tributario',
  'tax_document.refused': 'El emisor rechazó un documento tributario',
  'tax_document.retried': 'Pidió de nuevo un documento tributario',
  'accounting.exported': 'Descargó la contabilidad de un mes',
  'accounting.compared': 'Comparó un mes con el reporte de Mercado Pago',
  'payment.contradiction': 'Anotó datos contradictorios de un pago',
  'entitlement.revoked': 'Quitó el acceso a una compra',
  'entitlement.restored': 'Devolvió el acceso a una compra',
  'refund.requested': 'Pidió una devolución',
  'refund.done': 'Completó una devolución',
  'refund.failed': 'No logra completar una devolución y sigue intentando',
  'refund.retried': 'Reintentó una devolución',
  'refund.noticed': 'Anotó una devolución hecha en el medio de pago',
  'refund.ordered': 'El medio de pago aceptó hacer una devolución',
  'refund.rejected': 'El medio de pago rechazó una devolución que había aceptado',
  'refund.cancelled': 'El medio de pago anuló una devolución que había aceptado',
  'refund.unnoticed': 'Una devolución hecha en el medio de pago quedó sin efecto',
};
const roles: Readonly<Record<string, string>> = { admin: 'Administración', writter: 'Escritura', reader: 'Lectura' };

/** Reasons that the shop gives by itself; others are a person's words. */
const reasons: Readonly<Record<string, string>> = {
  refunded: 'por una devolución',
  charged_back: 'por un contracargo',
  duplicate: 'pago repetido',
  already_owned: 'ya la tenía',
  buyer_gone: 'cuenta eliminada',
};

/** An action of the audit log in words; an unknown one as it is. */
function auditAction(action: string): string {
  return actions[action] ?? action;
}

/** Terms of a part as the log says what they were and became. */
const termNames = [
  ['value', { name: 'precio', say: formatPrice }],
  ['presale_discount', { name: 'descuento', say: (percent: number) => `${percent} %` }],
  ['release_at', { name: 'publicación', say: formatMinute }],
  ['presale_end_at', { name: 'fin de la preventa', say: formatMinute }],
] as const;

interface Term {
  readonly name: string;
  readonly say: (value: number) => string;
}

function changeOf({ name, say }: Term, change: unknown): string[] {
  if (!Array.isArray(change) || change.length !== 2) return [];
  const [from, to] = change.map((value) => (typeof value === 'number' ? say(value) : 'sin fecha'));
  return [`${name}: de ${from} a ${to}`];
}

/** What of an entry's detail tells the owner something; null when nothing does. */
function auditDetail(detail: unknown): string | null {
  if (typeof detail !== 'object' || detail === null) return null;
  const known = detail as Readonly<Record<string, unknown>>;
  const word = (value: unknown) =>
    typeof value === 'string' ? (roles[value] ?? value) : typeof value === 'number' ? String(value) : null;
  const pieces: string[] = [];
  for (const [field, name] of termNames) pieces.push(...changeOf(name, known[field]));
  if (typeof known.amount === 'number') pieces.push(formatPrice(known.amount));
  const [from, to, role] = [word(known.from), word(known.to), word(known.role)];
  if (from !== null && to !== null) pieces.push(`de ${from} a ${to}`);
  if (role !== null) pieces.push(role);
  if (typeof known.reason === 'string') pieces.push(reasons[known.reason] ?? `«${known.reason}»`);
  return pieces.length === 0 ? null : pieces.join(', ');
}

const ID_SHOWN = 8;

/** Parts of the shop that an entry names by a word of ours. */
const named: Readonly<Record<SetupCheckName | ShopSection | LegalKind | 'shelf', string>> = {
  seller: 'Datos de quien vende',
  address: 'Dirección con candado',
  mail_sending: 'Correo: envío',
  mail_records: 'Correo: quién lo firma',
  payments: 'Medio de pago',
  notices: 'Aviso de pago',
  tax_documents: 'Documentos tributarios',
  storage: 'Archivos',
  captcha: 'Captcha',
  backups: 'Respaldos',
  book: 'Un libro que vender',
  identity: 'Identidad',
  words: 'Palabras',
  legal: 'Legal',
  settings: 'Ajustes',
  privacy: 'Política de privacidad',
  terms: 'Términos y condiciones',
  shelf: 'Orden de los libros',
};
const isNamed = (subject: string): subject is keyof typeof named => Object.hasOwn(named, subject);

/** Who did what, newest first. */
export function AuditLog() {
  const list = usePagedList<AuditEntry>({
    queryKey: AUDIT_KEY,
    fetchPage: fetchAudit,
    wordsOf: ({ action }) => auditAction(action),
  });
  return (
    <>
      <p className="mb-4 max-w-[62ch] text-sm text-ink-2">{t.auditText}</p>
      <ListPanel
        list={list}
        sizes={PAGE_SIZES}
        caption={t.auditCaption}
        columns={columns}
        keyOf={({ id }) => id}
        empty={t.auditEmpty}
      />
    </>
  );
}

const c = t.auditColumns;
const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'what',
    label: c.what,
    place: 'title',
    cell: ({ action, detail }) => (
      <>
        {auditAction(action)}
        {auditDetail(detail) !== null && (
          <span className="block font-sans text-xs font-normal text-ink-3">{auditDetail(detail)}</span>
        )}
      </>
    ),
  },
  { id: 'who', label: c.who, cell: ({ actor_name: name }) => name ?? t.theShop },
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

/** What it was done to and whom it concerns; the end of an id, whose beginning is the time, where there is no name. */
function Subject({ entry: { subject, subject_name: name, person } }: { readonly entry: AuditEntry }) {
  if (name === null && person === null) {
    if (isNamed(subject)) return named[subject];
    return (
      <span title={subject} className="figures text-ink-3">
        …{subject.slice(-ID_SHOWN)}
      </span>
    );
  }
  return (
    <span className="[overflow-wrap:anywhere]">
      {name ?? person?.name}
      {person && (
        <span className="block text-xs text-ink-3">
          {name !== null && person.name} {person.email}
        </span>
      )}
    </span>
  );
}
