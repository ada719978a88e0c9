import { Link } from 'react-router';
import { useStoreName } from '../lib/store-name.ts';
import { buttonClass } from '../ui/button-class.ts';
import { TornSeamDrawing } from '../ui/drawings.tsx';
import { MessagePage } from './message-page.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { PublicFrame } from './public-frame.tsx';
import { messageTexts } from './message-texts.ts';
import { appTexts } from './texts.ts';

const t = messageTexts.notFound;

/** Title 404, 'Página no encontrada', button back to the main page. */
export function NotFoundScreen() {
  const store = useStoreName();
  return (
    <PublicFrame>
      <PrivateMeta title={appTexts.titled(t.message, store)} />
      <MessagePage
        drawing={<TornSeamDrawing />}
        title={t.title}
        message={t.message}
        text={t.text}
        action={
          <Link to="/" className={buttonClass({ variant: 'primary', size: 'large' })}>
            {t.back}
          </Link>
        }
      />
    </PublicFrame>
  );
}
