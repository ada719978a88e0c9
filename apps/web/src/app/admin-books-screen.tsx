import { BooksPage } from '../features/admin-books/components/books-page.tsx';

/** /admin/books. */
export function AdminBooksScreen() {
  return <BooksPage powers="admin" />;
}
