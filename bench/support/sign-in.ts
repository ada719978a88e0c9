/** A session of the demonstration reader, and a part that she may read. */
export interface BenchReader {
  readonly token: string;
  readonly partId: string;
}

/** Signs in as the demonstration reader and finds a part she may read. */
export async function signIn(url: string): Promise<BenchReader> {
  const body = new URLSearchParams({ username: 'lectora@demo.cl', password: 'cuentos-demo', captcha: 'none' });
  const login = await fetch(`${url}/api/auth/`, { method: 'POST', body });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const answer = await fetch(`${url}/api/user_book_parts/`, { headers: { authorization: `Bearer ${token}` } });
  const library = (await answer.json()) as { user_book_parts: { book_part_id: string; edition_id: string | null }[] };
  const partId = library.user_book_parts.find((part) => part.edition_id !== null)?.book_part_id;
  if (!partId) throw new Error('the demonstration reader owns nothing');
  return { token, partId };
}
