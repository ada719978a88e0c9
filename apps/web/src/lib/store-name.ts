import { useSite } from './page-data.ts';

/** Name of the shop until the server says otherwise. */
export const DEFAULT_STORE_NAME = 'Cuentos de Bolsillo';

export function useStoreName(): string {
  return useSite()?.seller.store_name ?? DEFAULT_STORE_NAME;
}
