import { Link, useLocation } from 'react-router';
import { useOnline } from '../../device/connection.ts';
import { buttonClass, type ButtonLook } from '../../ui/button-class.ts';
import type { LinkOrigin } from '../../ui/use-navigation.ts';
import { libraryTexts as t } from './texts.ts';

interface ReadingButtonProps extends ButtonLook {
  readonly bookId: string;
  readonly partId: string;
  readonly partName: string;
  readonly label?: string;
}

/** Opens the reader, which downloads the part first when this device has no copy. */
export function ReadingButton({ bookId, partId, partName, label = t.readNow, ...look }: ReadingButtonProps) {
  return (
    <Link
      to={readingHref(bookId, partId)}
      state={{ from: useLocation().pathname } satisfies LinkOrigin}
      aria-label={t.withName(label, partName)}
      className={buttonClass(look)}
    >
      {label}
    </Link>
  );
}

interface ReadHereProps extends ButtonLook {
  readonly bookId: string;
  readonly partId: string;
  readonly partName: string;
  readonly onDevice: boolean;
}

/** Whether 'Leer ahora' cannot open the part: without a connection only stored parts open. */
export function useOutOfReach(onDevice: boolean): boolean {
  const online = useOnline();
  return !online && !onDevice;
}

/** 'Leer ahora'; absent where the part cannot be opened, which the device's state explains. */
export function ReadHere({ onDevice, ...button }: ReadHereProps) {
  if (useOutOfReach(onDevice)) return null;
  return <ReadingButton {...button} />;
}

function readingHref(bookId: string, partId: string): string {
  return `/reader/${bookId}/${partId}`;
}
