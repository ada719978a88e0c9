import { CircleAlert, History } from 'lucide-react';
import { Button } from '../button.tsx';
import { draftTexts as t } from './texts.ts';

/** Changes that other people saved since a draft was begun. */
export interface DraftNews {
  /** A sentence for each field. */
  readonly lines: readonly string[];
  /** Adopts these changes in the form; fields that the user changed stay. */
  readonly take: () => void;
}

export interface DraftNoticeProps {
  readonly draft: {
    readonly isRestored: boolean;
    readonly others: number;
    readonly state: 'empty' | 'kept' | 'failed';
    readonly discard: () => void;
    readonly showOther: () => void;
    /** Changes that other people saved since the draft was begun. */
    readonly news?: DraftNews | null;
  };
}

/** Says that the form contains an earlier draft and how to discard it, or that the device keeps no draft. */
export function DraftNotice({ draft: { isRestored, others, state, discard, showOther, news } }: DraftNoticeProps) {
  return (
    <output className="grid gap-3 empty:hidden">
      {isRestored && (
        <div className="flex flex-wrap items-center gap-x-4 rounded-2 bg-info-soft py-1 pr-1 pl-3.5 text-sm font-medium text-info">
          <span className="flex flex-1 basis-56 items-start gap-2.5 py-2 [&>svg]:size-5 [&>svg]:shrink-0">
            <History aria-hidden="true" />
            <span>
              {t.restored}
              {others > 0 && ` ${t.others(others)}`}
              {news?.lines.map((line) => (
                <span key={line} className="mt-1 block [overflow-wrap:anywhere]">
                  {line}
                </span>
              ))}
            </span>
          </span>
          <span className="flex flex-wrap">
            {news && (
              <Button variant="quiet" onClick={news.take}>
                {t.takeNews}
              </Button>
            )}
            {others > 0 && (
              <Button variant="quiet" onClick={showOther}>
                {t.showOther}
              </Button>
            )}
            <Button variant="quiet" onClick={discard}>
              {t.discard}
            </Button>
          </span>
        </div>
      )}
      {state === 'failed' && (
        <p className="flex items-start gap-2.5 rounded-2 bg-spot-soft px-3.5 py-3 text-sm font-medium text-spot-ink [&>svg]:size-5 [&>svg]:shrink-0">
          <CircleAlert aria-hidden="true" />
          {t.failed}
        </p>
      )}
    </output>
  );
}
