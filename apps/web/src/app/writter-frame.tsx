import { AreaFrame } from './area-frame.tsx';
import { areaTexts as t } from './area-texts.ts';

const tabs = [
  { to: '/writter/books', label: t.books },
  { to: '/writter/book-parts', label: t.parts },
];

/** Area of whoever writes, spec §2: two tabs. */
export function WritterFrame() {
  return <AreaFrame tabs={tabs} />;
}
