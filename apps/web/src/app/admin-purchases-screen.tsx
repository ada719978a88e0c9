import { PurchasesPage } from '../features/admin-purchases/components/purchases-page.tsx';

/** /admin/user-book-parts. */
export function AdminPurchasesScreen() {
  return <PurchasesPage />;
}
