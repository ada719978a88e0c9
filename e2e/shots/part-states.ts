import type { UserPart } from '@cuentos/contract/library';
import { type DemoShop, plainPart, SERIAL } from './demo-shop.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** One part in each situation of the part-card table, for the serial's page. */
export function partStates(shop: DemoShop): UserPart[] {
  const pictures = shop.book(SERIAL).parts.map(({ image }) => image);
  const base: UserPart = {
    ...plainPart(shop),
    value: 1490,
    is_purchased: false,
    acquired_at: null,
    is_downloaded: false,
    early_access: false,
    early_access_expires_at: null,
    edition_id: 'edition',
    edition_size: 2_140_000,
    percentage: null,
    unfinished_order: null,
  };
  const presale = { is_presale: true, presale_discount_percentage: 34, presale_end_date: inDays(20) };
  const bought = { is_purchased: true, acquired_at: inDays(-33) };
  const unfinished = {
    id: 'order',
    state: 'pending' as const,
    hold: null,
    total: 1490,
    since: inDays(-1),
    until: inDays(29),
    payment_number: '130049281177',
    resume_url: null,
  };
  const states: readonly Partial<UserPart>[] = [
    { name: 'Comprada, por descargar', ...bought, percentage: 37 },
    { name: 'Comprada, terminada', ...bought, percentage: 100 },
    { name: 'Comprada, por publicar', ...bought, release_date: inDays(21) },
    { name: 'Sin publicar', release_date: inDays(21) },
    { name: 'Gratis', value: 0 },
    { name: 'En venta' },
    { name: 'Pago por terminar', unfinished_order: { ...unfinished, resume_url: 'https://pago.test/1' } },
    { name: 'Pago en revisión', unfinished_order: unfinished },
    { name: 'Pago que no calza', unfinished_order: { ...unfinished, hold: 'review' } },
    { name: 'Pago rechazado', unfinished_order: { ...unfinished, state: 'rejected', until: null } },
    { name: 'En preventa', ...presale },
    { name: 'Gratis por preventa', ...presale, presale_discount_percentage: 100 },
    { name: 'Preventa sin fecha de término', ...presale, presale_end_date: null },
    { name: 'Sin archivo', ebook: false },
    { name: 'Lectura para revisión', early_access: true, early_access_expires_at: inDays(9) },
    { name: 'Un nombre tan largo que ocupa tres líneas de la tarjeta, y también la última' },
  ];
  return states.map((state, index) => ({
    ...base,
    id: `part-${index}`,
    image: pictures[index % pictures.length] ?? null,
    ...state,
  }));
}
