import { PartsPage } from '../features/admin-books/components/parts-page.tsx';

/** /admin/book-parts. */
export function AdminPartsScreen() {
  return <PartsPage powers="admin" />;
}
