import { SalesPage } from '../features/admin-sales/components/sales-page.tsx';

/** /admin/sales: the owner's page beyond the specification. */
export function AdminSalesScreen() {
  return <SalesPage />;
}
