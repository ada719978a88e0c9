/**
 * Thrown where another address must be shown instead; the router follows it, and so does the reader's own entry, which
 * has no router.
 */
export function redirectTo(path: string): Response {
  return new Response(null, { status: 302, headers: { location: path } });
}
