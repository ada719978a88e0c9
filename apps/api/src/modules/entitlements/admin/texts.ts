import type { Entitlement } from '@cuentos/contract/entitlements';
import { purchaseWords as words } from '@cuentos/contract/purchase-words';

/** Reasons why a part is not granted. */
export const grantTexts = {
  owned: 'Error: el libro ya ha sido adquirido por el usuario.',
  notInFuture: 'La fecha debe estar en el futuro.',
  emailMoved: (address: string) =>
    `La cuenta de ${address} pasó a otro correo hace menos de 7 días. Quita ese correo de la lista y prueba de nuevo.`,
} as const;

/** 'Compras de usuarios' as a file. */
export const csvTexts = {
  fileName: 'compras.csv',
  head: [
    'Fecha',
    'Hora',
    'Nombre',
    'Correo',
    'Libro',
    'Parte',
    'Cómo',
    'Regaló',
    'Compra',
    'Pago',
    'Precio sin descuento',
    'Precio',
    'Código',
    'Descuento del código (%)',
    'Devuelto',
    'Partes devueltas',
    'Estado',
  ],
  sources: {
    purchase: 'Compra',
    free: words.free,
    grant: words.gift,
    gift: 'Regalo de otra persona',
    unclaimed_gift: words.giftUnclaimed,
    early_access: 'Lectura para revisión',
  } satisfies Readonly<Record<Entitlement['source'], string>>,
  noPart: 'sin nombrar una parte',
  leftOut: (count: number) => `Faltan ${count} compras más antiguas: busca algo para acotar el archivo.`,
} as const;
