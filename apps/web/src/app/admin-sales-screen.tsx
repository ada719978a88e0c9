import { SalesPage } from '../features/admin-sales/components/sales-page.tsx';

/** /admin/sales: the owner's own page. */
export function AdminSalesScreen() {
  return <SalesPage />;
}
