import { AreaFrame } from './area-frame.tsx';
import { areaTexts as t } from './area-texts.ts';

const tabs = [
  { to: '/admin/users', label: t.users },
  { to: '/admin/books', label: t.books },
  { to: '/admin/book-parts', label: t.parts },
  { to: '/admin/user-book-parts', label: t.purchases },
  { to: '/admin/active-sessions', label: t.sessions },
  { to: '/admin/sales', label: t.sales },
];

/** The five tabs and the owner's own page. */
export function AdminFrame() {
  return <AreaFrame tabs={tabs} />;
}
