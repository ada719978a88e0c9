import { CircleCheck, CloudDownload } from 'lucide-react';
import { formatBytes } from '../../../lib/formats.ts';
import { StateLine } from '../../../ui/state-line.tsx';
import { libraryTexts as t } from '../texts.ts';

/** Whether a part is on this device or comes when opened. */
export function DeviceState({ onDevice, size }: { readonly onDevice: boolean; readonly size: number | null }) {
  if (onDevice) {
    return (
      <StateLine tone="ok" icon={<CircleCheck aria-hidden="true" />}>
        {t.onDevice}
      </StateLine>
    );
  }
  return (
    <StateLine icon={<CloudDownload aria-hidden="true" />}>
      {size === null ? t.downloadsOnOpeningUnsized : t.downloadsOnOpening(formatBytes(size))}
    </StateLine>
  );
}
