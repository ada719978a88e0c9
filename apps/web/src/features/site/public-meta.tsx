import { SHARE_PICTURE } from '@cuentos/domain/books/share-picture';
import { useSite, useStoreName } from '../../lib/page-data.ts';

interface PageMetaProps {
  readonly title: string;
  readonly description: string;
  /** Path of the page, for its canonical address. */
  readonly path: string;
  /** Picture that a link to the page shows in a chat, in the size of `SHARE_PICTURE`. */
  readonly image?: { readonly path: string; readonly alt: string };
  readonly type?: 'website' | 'book';
}

/** Head of a public page; React puts it there. */
export function PageMeta({ title, description, path, image, type = 'website' }: PageMetaProps) {
  const store = useStoreName();
  const origin = useSite()?.origin;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:locale" content="es_CL" />
      <meta property="og:site_name" content={store} />
      {origin && <link rel="canonical" href={`${origin}${path}`} />}
      {origin && <link rel="alternate" type="application/atom+xml" title={store} href={`${origin}/feed.xml`} />}
      {origin && <meta property="og:url" content={`${origin}${path}`} />}
      {origin && image && (
        <>
          <meta property="og:image" content={`${origin}${image.path}`} />
          <meta property="og:image:width" content={String(SHARE_PICTURE.width)} />
          <meta property="og:image:height" content={String(SHARE_PICTURE.height)} />
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
