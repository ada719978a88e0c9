import { CloudDownload, X } from 'lucide-react';
import { formatBytes } from '../../../lib/formats.ts';
import { downloads, type DownloadProgress } from '../../../offline/downloads.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SeamProgress } from '../../../ui/seam-progress.tsx';
import { StateLine } from '../../../ui/state-line.tsx';
import { libraryTexts as t } from '../texts.ts';

interface DownloadStateProps {
  readonly partId: string;
  readonly progress: DownloadProgress;
}

/** A download under way: words, seam, and a way to stop it. */
export function DownloadState({ partId, progress }: DownloadStateProps) {
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
        <SeamProgress percent={total > 0 ? (100 * received) / total : 0} name={t.downloading} label="" />
      </div>
    </div>
  );
}
