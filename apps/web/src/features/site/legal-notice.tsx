import { type LegalNews, listLegalNews, noteLegalNews } from '@cuentos/contract/shop';
import { Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { session } from '../../lib/api/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation.tsx';
import { noticeTexts } from './legal-texts.ts';
import { legalPaths } from './legal-paths.ts';

/** Which documents this device has asked about; the account knows what it was told of. */
const ASKED = 'legal-versions';

function askedVersions(): string | null {
  try {
    return localStorage.getItem(ASKED);
  } catch {
    return null; // storage refused by the browser's settings: the account knows
  }
}

/** Tells a reader once of documents that are newer than the account. @param versions of the documents now */
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
    // Without a connection it is asked again on the next page.
    ask().catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [versions]);
  if (news.length === 0) return null;
  return (
    // At the foot, above the page: it comes when the page stands, and nothing may move under a finger.
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
