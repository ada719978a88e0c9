import { AreaFrame } from './area-frame.tsx';
import { areaTexts as t } from './area-texts.ts';

const tabs = [
  { to: '/writter/books', label: t.books },
  { to: '/writter/book-parts', label: t.parts },
];

/** Area of whoever writes: two tabs. */
export function WritterFrame() {
  return <AreaFrame tabs={tabs} />;
}
