import { Link } from 'react-router';
import { useStoreName } from '../lib/store-name.ts';
import { buttonClass } from '../ui/button-class.ts';
import { ClosedPocketDrawing } from '../ui/drawings.tsx';
import { MessagePage } from './message-page.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { PublicFrame } from './public-frame.tsx';
import { messageTexts } from './message-texts.ts';
import { appTexts } from './texts.ts';

const t = messageTexts.notAuthorized;

/** 'Acceso Denegado', no-permission message, button back to the main page. */
export function NotAuthorizedScreen() {
  const store = useStoreName();
  return (
    <PublicFrame>
      <PrivateMeta title={appTexts.titled(t.title, store)} />
      <MessagePage
        drawing={<ClosedPocketDrawing />}
        title={t.title}
        text={t.message}
        action={
          <Link to="/" className={buttonClass({ variant: 'primary', size: 'large' })}>
            {t.back}
          </Link>
        }
      />
    </PublicFrame>
  );
}
