import { useStoreName } from '../lib/store-name.ts';
import { useOnline } from '../offline/network-status.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { CutThreadDrawing, TornSeamDrawing } from '../ui/drawings.tsx';
import { MessagePage } from './message-page.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { PublicFrame } from './public-frame.tsx';
import { messageTexts } from './message-texts.ts';
import { appTexts } from './texts.ts';

/** Shown in place of a screen that could not be loaded or drawn; shows no internals. */
export function FailurePage() {
  const online = useOnline();
  const store = useStoreName();
  if (!online) {
    return (
      <PublicFrame>
        <PrivateMeta title={appTexts.titled(messageTexts.noConnectionTitle, store)} />
        <MessagePage
          drawing={<CutThreadDrawing />}
          title={messageTexts.noConnectionTitle}
          text={messageTexts.noConnectionText}
          action={
            <a href="/user-library" className={buttonClass({ variant: 'primary', size: 'large' })}>
              {messageTexts.toLibrary}
            </a>
          }
        />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame>
      <PrivateMeta title={appTexts.titled(appTexts.failed.title, store)} />
      <MessagePage
        drawing={<TornSeamDrawing />}
        title={appTexts.failed.title}
        text={appTexts.failed.text}
        action={
          <Button variant="primary" size="large" onClick={() => location.reload()}>
            {appTexts.failed.retry}
          </Button>
        }
      />
    </PublicFrame>
  );
}
