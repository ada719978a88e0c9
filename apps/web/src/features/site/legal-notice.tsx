import { type LegalNews, listLegalNews, noteLegalNews } from '@cuentos/contract/shop';
import { Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { session } from '../../lib/api/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation.tsx';
import { noticeTexts } from './legal-texts.ts';
import { legalPaths } from './legal-paths.ts';

/** Key of the versions for which this device has asked; the account records the notices that it got. */
const ASKED = 'legal-versions';

function askedVersions(): string | null {
  try {
    return localStorage.getItem(ASKED);
  } catch {
    return null; // storage is refused by the browser's settings: the account has the record
  }
}

/** Tells a reader once about documents newer than the account. @param versions current versions of the documents */
export function LegalNotice({ versions }: { readonly versions: string }) {
  const [news, setNews] = useState<LegalNews>([]);
  useEffect(() => {
    if (session.refreshToken() === null || askedVersions() === versions) return undefined;
    let isMounted = true;
    const quietly = { handles: 'all', quiet: true } as const;
    const ask = async () => {
      const { request } = await import('../../lib/api/api-client.ts');
      const news = await request(listLegalNews, quietly);
      if (!isMounted) return;
      setNews(news);
      if (news.length > 0) await request(noteLegalNews, quietly);
      localStorage.setItem(ASKED, versions);
    };
    // Without a connection it is requested again on the next page.
    ask().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [versions]);
  if (news.length === 0) return null;
  return (
    // At the foot, above the page: it appears after the page, and nothing may move under a finger.
    <aside
      aria-label={noticeTexts.label}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-info-soft text-info shadow-modal"
    >
      <div className="wrap flex items-center gap-3 py-1 text-sm font-medium">
        <Info aria-hidden="true" className="size-5 shrink-0" />
        <output className="block flex-1">
          {noticeTexts.text}{' '}
          {news.map(({ kind }, index) => (
            <span key={kind}>
              {index > 0 && ` ${noticeTexts.and} `}
              <Link to={legalPaths[kind]} className="underline underline-offset-[0.25em]">
                {noticeTexts.documents[kind]}
              </Link>
            </span>
          ))}
          .
        </output>
        <IconButton label={noticeTexts.close} icon={<X />} onClick={() => setNews([])} />
      </div>
    </aside>
  );
}
