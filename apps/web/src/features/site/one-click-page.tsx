import { type ReactNode, useState } from 'react';
import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { Button } from '../../ui/button.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { AccountScreen } from './account-frame.tsx';
import { PrivateMeta } from './page-meta.tsx';

interface Stage {
  readonly title: string;
  readonly lead: string;
  /** Address to continue with. */
  readonly links: ReactNode;
}

interface OneClickPageProps {
  readonly metaTitle: string;
  readonly ask: Stage & { readonly action: string };
  readonly done: Stage;
  /** Shown when the link is used up or expired. */
  readonly gone: Stage;
  readonly run: () => Promise<unknown>;
  /** Handles a refusal with a screen of its own; false leaves it to this page. */
  readonly onRefused?: (error: ApiError) => boolean;
}

/** Statuses of the server for a link that is no longer valid. */
const GONE = new Set([400, 404, 409, 410, 422]);

/** Page of a link in a mail: opening it changes nothing, one click does. */
export function OneClickPage({ metaTitle, ask, done, gone, run, onRefused }: OneClickPageProps) {
  const [stage, setStage] = useState<'ask' | 'done' | 'gone'>('ask');
  const task = useTask();
  const shownStage = { ask, done, gone }[stage];

  const click = async () => {
    try {
      await run();
      setStage('done');
    } catch (error) {
      if (error instanceof ApiError && onRefused?.(error)) return;
      const status = error instanceof ApiError ? error.status : 0;
      if (GONE.has(status)) setStage('gone');
      else showToastHere('error', statusText(status) ?? NO_ANSWER_TEXT);
    }
  };
  return (
    <AccountScreen title={shownStage.title} lead={shownStage.lead}>
      <PrivateMeta title={metaTitle} />
      {stage === 'ask' && (
        <Button variant="primary" size="large" full busy={task.busy} onClick={() => void task.run(click)}>
          {ask.action}
        </Button>
      )}
      <div className="mt-5 first:mt-0">{shownStage.links}</div>
    </AccountScreen>
  );
}
