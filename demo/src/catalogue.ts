import { almacen } from './books/almacen.ts';
import { cine, paraguas } from './books/announced.ts';
import { cartas } from './books/cartas.ts';
import { faro } from './books/faro.ts';
import { llaves } from './books/llaves.ts';
import { micro } from './books/micro.ts';
import { temblor } from './books/temblor.ts';
import type { DemoAccount, DemoBook, DemoGrant } from './catalogue-types.ts';

export type * from './catalogue-types.ts';

/** Name of the fictional author of every book. */
export const demoAuthor = 'Ofelia Tralma';

/** Name of the shop, used as publisher. */
export const demoShopName = 'Cuentos de Bolsillo';

/** The books in the order of their series number, the newest first. */
export const demoBooks: readonly DemoBook[] = [faro, micro, llaves, cartas, almacen, temblor, paraguas, cine];

/** The accounts of the demonstration shop. */
export const demoAccounts: readonly DemoAccount[] = [
  { email: 'admin@demo.cl', name: 'Administradora', role: 'admin', writes: [] },
  { email: 'escritora@demo.cl', name: demoAuthor, role: 'writter', writes: [faro.slug, cine.slug] },
  { email: 'lectora@demo.cl', name: 'Lucía Reyes', role: 'reader', writes: [] },
];

const reader = 'lectora@demo.cl';

/** Parts that the demonstration reader may read, so that her library shows every state. */
export const demoGrants: readonly DemoGrant[] = [
  {
    kind: 'free',
    email: reader,
    bookSlug: faro.slug,
    partSlug: 'la-niebla',
    grantedOffsetDays: -40,
    expiresOffsetDays: null,
    paid: 0,
    note: null,
  },
  {
    kind: 'purchase',
    email: reader,
    bookSlug: almacen.slug,
    partSlug: 'cuentos-del-meson',
    grantedOffsetDays: -33,
    expiresOffsetDays: null,
    paid: 1290,
    note: null,
  },
  {
    kind: 'purchase',
    email: reader,
    bookSlug: micro.slug,
    partSlug: 'recorrido-de-ida',
    grantedOffsetDays: -18,
    expiresOffsetDays: null,
    paid: 1190,
    note: null,
  },
  {
    kind: 'purchase',
    email: reader,
    bookSlug: cartas.slug,
    partSlug: 'cartas-de-ida',
    grantedOffsetDays: -6,
    expiresOffsetDays: null,
    paid: 1490,
    note: null,
  },
  {
    kind: 'grant',
    email: reader,
    bookSlug: temblor.slug,
    partSlug: 'segundo-cuaderno',
    grantedOffsetDays: -4,
    expiresOffsetDays: null,
    paid: 0,
    note: null,
  },
  {
    kind: 'early-access',
    email: reader,
    bookSlug: faro.slug,
    partSlug: 'la-valija',
    grantedOffsetDays: -1,
    expiresOffsetDays: 30,
    paid: 0,
    note: 'Cuéntame si el final te suena a final.',
  },
];
