import { CircleCheck, CloudDownload, WifiOff } from 'lucide-react';
import { formatBytes } from '../../../lib/formats.ts';
import { useOnline } from '../../../offline/network-status.ts';
import { useDownload } from '../../../offline/use-download.ts';
import { StateLine } from '../../../ui/state-line.tsx';
import { libraryTexts as t } from '../texts.ts';
import { DownloadState } from './download-state.tsx';

interface DeviceStateProps {
  readonly partId: string;
  readonly onDevice: boolean;
  readonly size: number | null;
}

/** Whether a part is on this device, on its way, comes when opened, or cannot come now. */
export function DeviceState({ partId, onDevice, size }: DeviceStateProps) {
  const progress = useDownload(partId);
  const online = useOnline();
  if (progress && !onDevice) return <DownloadState partId={partId} progress={progress} />;
  if (onDevice) {
    return (
      <StateLine tone="ok" icon={<CircleCheck aria-hidden="true" />}>
        {t.onDevice}
      </StateLine>
    );
  }
  if (!online) return <StateLine icon={<WifiOff aria-hidden="true" />}>{t.offline}</StateLine>;
  return (
    <StateLine icon={<CloudDownload aria-hidden="true" />}>
      {size === null ? t.downloadsOnOpeningUnsized : t.downloadsOnOpening(formatBytes(size))}
    </StateLine>
  );
}
