import type { DiscountCode } from '@cuentos/contract/discount-codes';
import type { Quote, QuotedCode } from '@cuentos/contract/quote';
import type { Page } from '@playwright/test';
import { answer, refuse } from './answers.ts';
import type { DemoShop } from './demo-shop.ts';
import type { Shot } from './shot.ts';

const BOOK = 'Siete llaves para una casa';
const QUOTE = /\/api\/quote\?.*code=/;
const CODES = /\/api\/admin\/discount_codes(\?|$)/;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

const refused = (refusal: QuotedCode['refusal'], at: string | null = null): QuotedCode => ({
  code: 'LLAVES20',
  refusal,
  at,
  discount: null,
  part_ids: [],
});

/** Price with a code of the two parts that complete the book, from the first to the last. */
const quoted =
  (amounts: readonly number[], code: (ids: string[]) => QuotedCode) =>
  (page: Page, shop: DemoShop): Promise<unknown> => {
    const { id, name, parts } = shop.book(BOOK);
    const sold = parts.slice(0, amounts.length);
    const items = sold.map((part, index): Quote['items'][number] => {
      const amount = amounts[index] ?? part.value;
      return {
        part_id: part.id,
        book_id: id,
        book_name: name,
        part_name: part.name,
        image: part.image,
        export_kinds: [],
        value: part.value,
        alone: part.value,
        amount,
        reduction: amount === part.value ? null : amount === 1692 ? 'completion' : 'code',
        refusal: null,
      };
    });
    const total = items.reduce((sum, { amount }) => sum + amount, 0);
    const body: Quote = { items, total, code: code(sold.map((part) => part.id)), below_minimum: false, ways: [] };
    return answer(page, QUOTE, 200, body);
  };

const counting = (part_ids: string[], amount = 30): QuotedCode => ({
  code: 'LLAVES30',
  refusal: null,
  at: null,
  discount: { kind: 'percentage', amount },
  part_ids,
});

const open = async (page: Page) => {
  await press(page, /^Completar por/);
  await page.getByRole('dialog', { name: 'Antes de pagar' }).waitFor();
  await press(page, 'Tengo un código');
};
const apply = async (page: Page) => {
  await open(page);
  await page.getByLabel('Código de descuento').fill('LLAVES30');
  await page.getByLabel('Código de descuento').press('Enter');
};

const sheet = {
  as: 'reader',
  path: (shop: DemoShop) => `/user-library/${shop.book(BOOK).id}`,
  windowOnly: true,
} as const;

/** 'Código de descuento' in the sheet. */
const sheetShots: readonly Shot[] = [
  { name: 'discount-code-field', ...sheet, act: open, shows: 'Aplicar' },
  {
    name: 'discount-code-applied',
    ...sheet,
    prepare: quoted([1692, 1980], (ids) => counting(ids)),
    act: apply,
    shows: /te conviene más «Completa el libro», y ese quedó\./,
  },
  {
    name: 'discount-code-refused',
    ...sheet,
    prepare: quoted([], () => refused('used_by_you')),
    act: apply,
    shows: 'Ya usaste ese código todas las veces que podías.',
  },
  {
    name: 'discount-code-too-often',
    ...sheet,
    prepare: (page) => refuse(page, QUOTE, 429, 'too_many_requests'),
    act: apply,
    shows: 'Demasiadas solicitudes, intente en unos minutos',
  },
  {
    name: 'discount-code-free',
    ...sheet,
    prepare: quoted([0, 0], (ids) => counting(ids, 100)),
    act: apply,
    shows: 'Llevar gratis',
  },
];

const code = (change: Partial<DiscountCode>): DiscountCode => ({
  id: change.code ?? '',
  code: 'LLAVES20',
  kind: 'percentage',
  amount: 20,
  book_id: null,
  part_id: null,
  scope: null,
  from: null,
  until: null,
  max_uses: null,
  max_uses_per_person: null,
  is_active: true,
  state: 'running',
  uses: 0,
  people: [],
  people_count: 0,
  sold: 0,
  is_fixed: false,
  created_at: '2026-11-20T12:00:00.000Z',
  ...change,
});
const listed = (shop: DemoShop): DiscountCode[] => {
  const { id, name, parts } = shop.book(BOOK);
  const scope = { book_id: id, book_name: name, part_name: null };
  return [
    code({
      uses: 34,
      people: ['Lucía Reyes', 'Matías Fuentes', 'Catalina Vera'].map((person) => ({ id: person, name: person })),
      people_count: 34,
      max_uses: 100,
      max_uses_per_person: 1,
      sold: 48_620,
      until: '2026-12-24',
      is_fixed: true,
    }),
    code({ code: 'FERIA-DEL-LIBRO', kind: 'pesos', amount: 1500, scope, state: 'later', from: '2026-12-01' }),
    code({
      code: 'K7WQ2MXP',
      amount: 100,
      scope: { ...scope, part_name: parts[0]?.name ?? '' },
      max_uses: 1,
      uses: 1,
      state: 'used_up',
      is_fixed: true,
    }),
    code({ code: 'OTONO', state: 'over', until: '2026-06-20', uses: 12, sold: 15_480, is_fixed: true }),
    code({ code: 'PRUEBA', state: 'off', is_active: false }),
  ];
};
const admin = { as: 'admin', path: () => '/admin/discount-codes' } as const;
const withList = (page: Page, shop: DemoShop) => answer(page, CODES, 200, listed(shop));
const empty = (page: Page) => answer(page, CODES, 200, []);

/** 'Códigos'. */
const adminShots: readonly Shot[] = [
  { name: 'admin-discount-codes', ...admin, prepare: withList, shows: 'Agotado' },
  { name: 'admin-discount-codes-empty', ...admin, prepare: empty, shows: 'Todavía no hay códigos' },
  {
    name: 'admin-discount-codes-failed',
    ...admin,
    prepare: (page) => refuse(page, CODES, 503, 'unavailable'),
    shows: 'No pudimos cargar esta lista.',
  },
  {
    name: 'admin-discount-codes-form',
    ...admin,
    prepare: empty,
    act: (page) => press(page, 'Crear código'),
    shows: 'Proponer uno',
    windowOnly: true,
  },
  {
    name: 'admin-discount-codes-wrong',
    ...admin,
    prepare: empty,
    act: async (page) => {
      await press(page, 'Crear código');
      await press(page, 'Guardar');
    },
    shows: 'Escribe un porcentaje entero de 1 a 100.',
    windowOnly: true,
  },
  {
    name: 'admin-discount-codes-used',
    ...admin,
    prepare: withList,
    act: (page) => press(page, 'Editar: LLAVES20'),
    shows: /^Ya hay compras con este código/,
    windowOnly: true,
  },
  {
    name: 'admin-discount-codes-off',
    ...admin,
    prepare: async (page, shop) => {
      await withList(page, shop);
      await answer(page, '**/api/admin/discount_codes/*/active', 200, code({}));
    },
    act: (page) => press(page, 'Apagar: LLAVES20'),
    shows: 'Deshacer',
  },
];

/** Shots of discount codes in the payment sheet and in the admin's list. */
export const discountCodeShots: readonly Shot[] = [...sheetShots, ...adminShots];
