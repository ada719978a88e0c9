import type { ReactNode } from 'react';
import { useOnline } from '../../device/connection.ts';
import { useReloadOnReturn } from '../../device/reload-on-return.ts';
import { useHasSession } from '../../lib/api/session.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ClosedPocketDrawing, CutThreadDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { messageTexts } from './message-texts.ts';
import { siteTexts } from './texts.ts';
import { PublicFrame } from './page-frames.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { appTexts } from './app-texts.ts';
import { Link } from '../../ui/navigation.tsx';

/** Title 404, 'Página no encontrada', button back to the main page. */
export function NotFoundScreen() {
  const store = useStoreName();
  return (
    <PublicFrame>
      <PrivateMeta title={appTexts.titled(messageTexts.notFound.message, store)} />
      <MessagePage
        drawing={<TornSeamDrawing />}
        title={messageTexts.notFound.title}
        message={messageTexts.notFound.message}
        text={messageTexts.notFound.text}
        action={
          <Link to="/" className={buttonClass({ variant: 'primary', size: 'large' })}>
            {messageTexts.notFound.back}
          </Link>
        }
      />
    </PublicFrame>
  );
}

/** 'Acceso Denegado', no-permission message, button back to the main page. */
export function NotAuthorizedScreen() {
  const store = useStoreName();
  return (
    <PublicFrame>
      <PrivateMeta title={appTexts.titled(messageTexts.notAuthorized.title, store)} />
      <MessagePage
        drawing={<ClosedPocketDrawing />}
        title={messageTexts.notAuthorized.title}
        text={messageTexts.notAuthorized.message}
        action={
          <Link to="/" className={buttonClass({ variant: 'primary', size: 'large' })}>
            {messageTexts.notAuthorized.back}
          </Link>
        }
      />
    </PublicFrame>
  );
}

/** Shown in place of a screen that failed to load or render; without technical details. */
export function FailurePage() {
  const online = useOnline();
  const hasSession = useHasSession();
  useReloadOnReturn();
  const store = useStoreName();
  if (!online) {
    return (
      <PublicFrame>
        <PrivateMeta title={appTexts.titled(messageTexts.noConnectionTitle, store)} />
        <MessagePage
          drawing={<CutThreadDrawing />}
          title={messageTexts.noConnectionTitle}
          text={hasSession ? messageTexts.noConnectionText : messageTexts.pageOnReturn}
          action={
            hasSession && (
              <a href="/user-library" className={buttonClass({ variant: 'primary', size: 'large' })}>
                {messageTexts.toLibrary}
              </a>
            )
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
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="primary" size="large" onClick={() => location.reload()}>
              {appTexts.failed.retry}
            </Button>
            {/* By the browser: what shows screens may be what failed. */}
            <a href="/contact" className={buttonClass({ variant: 'quiet', size: 'large' })}>
              {siteTexts.write}
            </a>
          </div>
        }
      />
    </PublicFrame>
  );
}

interface MessagePageProps {
  readonly drawing: ReactNode;
  readonly title: string;
  readonly message?: string;
  readonly text?: string;
  readonly action: ReactNode;
}

/** A page with only a message: drawing, title, sentence, one button. */
function MessagePage({ drawing, title, message, text, action }: MessagePageProps) {
  return (
    <div className="wrap grid justify-items-center gap-3 py-20 text-center lg:py-28">
      {drawing}
      <h1 className="type-3 mt-2">{title}</h1>
      {message && <p className="type-1 font-serif font-[560]">{message}</p>}
      {text && <p className="max-w-[30em] text-balance text-ink-2">{text}</p>}
      <div className="mt-4">{action}</div>
    </div>
  );
}
