import { Link } from 'react-router';
import { buttonClass, type ButtonLook } from '../../../ui/button-class.ts';
import { readingHref } from '../reading-href.ts';
import { libraryTexts as t } from '../texts.ts';

interface ReadingButtonProps extends ButtonLook {
  readonly bookId: string;
  readonly partId: string;
  readonly partName: string;
  readonly label?: string;
}

/** Opens the reader, which downloads the part first when this device has no copy. */
export function ReadingButton({ bookId, partId, partName, label = t.readNow, ...look }: ReadingButtonProps) {
  return (
    <Link to={readingHref(bookId, partId)} aria-label={t.withName(label, partName)} className={buttonClass(look)}>
      {label}
    </Link>
  );
}
