import type { Setup, SetupRow } from '@cuentos/contract/setup';
import type { Page } from '@playwright/test';
import { answer, hold, refuse } from './answers.ts';
import type { Shot } from './shot.ts';

const as = 'admin';
const section = (name: string) => () => `/admin/shop?seccion=${name}`;
const SETUP = '**/api/admin/setup';

const row = (changes: Partial<SetupRow> & Pick<SetupRow, 'name' | 'state' | 'title' | 'found'>): SetupRow => ({
  why: 'Porque sin esto no se puede vender.',
  next: changes.state === 'ready' ? null : 'Complétalo y prueba de nuevo.',
  records: [],
  action: null,
  checked_at: '2026-11-22T18:04:00.000Z',
  ...changes,
});

const setup: Setup = {
  sales: 'closed',
  rows: [
    row({
      name: 'seller',
      state: 'missing',
      title: 'Datos de quien vende',
      found: 'Falta la dirección. El nombre, el RUT y el correo de contacto están.',
      action: { kind: 'page', label: 'Ir a Legal', path: '/admin/shop?seccion=legal' },
    }),
    row({ name: 'address', state: 'ready', title: 'Dirección con candado', found: 'Responde por https.' }),
    row({
      name: 'mail_records',
      state: 'advised',
      title: 'Correo: quién lo firma',
      found: 'Encontramos SPF. No encontramos DKIM ni DMARC para ejemplo.cl.',
      records: [
        { name: 'SPF', present: true, text: 'Está.', value: null },
        { name: 'DKIM', present: false, text: 'Falta. Pide a tu proveedor de correo el registro.', value: null },
        {
          name: 'DMARC',
          present: false,
          text: 'Falta. Crea un TXT en _dmarc con v=DMARC1; p=none',
          value: '_dmarc TXT v=DMARC1; p=none',
        },
      ],
      action: { kind: 'copy', label: 'Copiar los registros', text: '_dmarc TXT v=DMARC1; p=none' },
    }),
    row({ name: 'storage', state: 'ready', title: 'Archivos', found: 'Escribimos un archivo y volvió igual.' }),
  ],
};

/** Changes a text, so that the bar with 'Publicar' appears. */
const change = (page: Page, label: string) => page.getByLabel(label).fill('Otra palabra');

/** 'Mi tienda' and 'Puesta en marcha'. */
export const adminShopShots: readonly Shot[] = [
  { name: 'my-shop', as, path: () => '/admin/shop', shows: 'Cita y biografía' },
  {
    name: 'my-shop-changed',
    as,
    path: () => '/admin/shop',
    act: (page) => change(page, 'Nombre de la tienda'),
    shows: 'Publicar',
    windowOnly: true,
  },
  { name: 'my-shop-words', as, path: section('words'), shows: 'Agregar una pregunta' },
  { name: 'my-shop-legal', as, path: section('legal'), shows: 'Lo que hoy está encendido' },
  { name: 'my-shop-settings', as, path: section('settings'), shows: 'Frase de preventa' },
  {
    name: 'my-shop-failed',
    as,
    path: () => '/admin/shop',
    prepare: (page) => refuse(page, '**/api/admin/shop/identity', 500, 'internal'),
    shows: 'Intentar nuevamente',
  },
  {
    name: 'setup',
    as,
    path: () => '/admin/setup',
    prepare: (page) => answer(page, SETUP, 200, setup),
    shows: 'Falta 1 cosa para vender',
  },
  {
    name: 'setup-running',
    as,
    path: () => '/admin/setup',
    prepare: async (page) => {
      await answer(page, SETUP, 200, setup);
      await hold(page, `${SETUP}/*`);
    },
    act: (page) => page.getByRole('button', { name: 'Probar todo de nuevo' }).click(),
    shows: 'Estamos probando.',
  },
];
