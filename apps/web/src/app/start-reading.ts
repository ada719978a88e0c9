import type { ReaderData } from '../features/reading/opening/open-reader.ts';
import { loadCode } from '../lib/load-code.ts';

/** Lets the reader in and begins to open the book that an address names, or throws a redirect. */
export async function startReading(
  params: Readonly<Record<string, string | undefined>>,
  url: string,
): Promise<ReaderData> {
  if (params['sample']) {
    const sample = await loadCode(async () => import('../features/reading/sample/open-sample.ts'));
    return sample.startSample(params);
  }
  const [{ requireSession }, { openReader }] = await loadCode(async () =>
    Promise.all([import('./guard.ts'), import('../features/reading/opening/open-reader.ts')]),
  );
  await requireSession(url);
  return openReader(params, url);
}
