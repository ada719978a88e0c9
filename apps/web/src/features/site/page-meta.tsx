/**
 * Words that the first page needs. They are beside the head and not in a file of texts: apart, the head would be a script of
 * its own, which every page would load besides.
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
