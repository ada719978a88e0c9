import { BooksPage } from '../features/admin-books/components/books-page.tsx';

/** /writter/books. */
export function WritterBooksScreen() {
  return <BooksPage powers="writter" />;
}
