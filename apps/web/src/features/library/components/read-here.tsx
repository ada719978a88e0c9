import { useOnline } from '../../../offline/network-status.ts';
import type { ButtonLook } from '../../../ui/button-class.ts';
import { libraryTexts as t } from '../texts.ts';
import { ReadingButton } from './reading-button.tsx';

interface ReadHereProps extends ButtonLook {
  readonly bookId: string;
  readonly partId: string;
  readonly partName: string;
  readonly onDevice: boolean;
}

/** Whether 'Leer ahora' would lead nowhere: without a connection only what is on this device opens. */
export function useOutOfReach(onDevice: boolean): boolean {
  const online = useOnline();
  return !online && !onDevice;
}

/** 'Leer ahora', or what it takes to have it. */
export function ReadHere({ onDevice, ...button }: ReadHereProps) {
  if (useOutOfReach(onDevice)) return <p className="text-sm text-ink-2">{t.offlineNotHere}</p>;
  return <ReadingButton {...button} />;
}
