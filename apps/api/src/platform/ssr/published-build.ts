import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const builds = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

export const NOT_BUILT = 'The web app is not built. Run "npm start", or "npm run build".';

/** Folder of the build that was published last. @throws when there is none */
export function publishedBuild(): string {
  const current = join(builds, 'current');
  if (!existsSync(current)) throw new Error(NOT_BUILT);
  return join(builds, 'builds', readFileSync(current, 'utf8').trim());
}
