import { CircleCheck, CloudDownload, WifiOff, X } from 'lucide-react';
import { type DownloadProgress, downloads } from '../../device/downloads.ts';
import { useOnline } from '../../device/connection.ts';
import { formatBytes } from '../../lib/formats.ts';
import { IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StateLine } from '../../ui/state-line.tsx';
import { libraryTexts as t } from './texts.ts';
import { useDownload } from './use-downloads.ts';

interface DeviceStateProps {
  readonly partId: string;
  readonly onDevice: boolean;
  readonly size: number | null;
}

/** Whether a part is stored, being downloaded, downloaded when it is opened, or unavailable now. */
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
  if (!online) return <StateLine icon={<WifiOff aria-hidden="true" />}>{t.downloadsOnReturn}</StateLine>;
  return (
    <StateLine icon={<CloudDownload aria-hidden="true" />}>
      {size === null ? t.downloadsOnOpeningUnsized : t.downloadsOnOpening(formatBytes(size))}
    </StateLine>
  );
}

/** The download of the open part, while there is one. */
export function PartDownload({ partId }: { readonly partId: string }) {
  const progress = useDownload(partId);
  return progress && <DownloadState partId={partId} progress={progress} />;
}

/** The same as an inconspicuous line. */
export function DownloadLine({ partId }: { readonly partId: string }) {
  const progress = useDownload(partId);
  if (!progress || progress.total === 0) return null;
  return (
    <div aria-hidden="true" data-download-line="" className="pointer-events-none fixed inset-x-0 top-[55px] z-20 h-px">
      <div
        className="h-full bg-(--rd-muted) transition-[width] duration-(--cb-dur-ui)"
        style={{ width: `${(100 * progress.received) / progress.total}%` }}
      />
    </div>
  );
}

interface DownloadStateProps {
  readonly partId: string;
  readonly progress: DownloadProgress;
}

/** A running download: words, a bar, and a button to cancel it. */
function DownloadState({ partId, progress }: DownloadStateProps) {
  const { received, total } = progress;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1.5">
      <StateLine icon={<CloudDownload aria-hidden="true" />}>
        {t.downloadingOf(formatBytes(received), formatBytes(total))}
      </StateLine>
      <IconButton
        label={t.cancelDownload}
        icon={<X aria-hidden="true" />}
        className="-my-2"
        onClick={() => downloads.cancel(partId)}
      />
      <div className="col-span-2">
        <ProgressBar percent={total > 0 ? (100 * received) / total : 0} name={t.downloading} label="" />
      </div>
    </div>
  );
}
