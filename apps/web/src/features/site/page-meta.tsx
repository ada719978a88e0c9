/**
 * Words of the first page. They are in this file and not in a file of texts, since the head would otherwise be a script
 * of its own, which every page would load besides.
 */

/** Head of a page that search engines leave out. */
export function PrivateMeta({ title }: { readonly title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
