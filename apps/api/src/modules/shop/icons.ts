import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ShopIdentity } from '@cuentos/contract/shop';
import { accents } from '@cuentos/domain/shop/accents';
import { childPool } from '../../platform/work-pool.ts';

/** Facts from which an icon is drawn. */
export type IconFacts = Pick<ShopIdentity, 'accent' | 'mark_letters'>;

/** Sizes of the icons, null for the drawing; the maskable one has its ground to the edge, for systems that cut a shape out. */
export const iconSizes = {
  'icon.svg': null,
  'icon-192.png': 192,
  'icon-512.png': 512,
  'icon-maskable-512.png': 512,
} as const;
export type IconName = keyof typeof iconSizes;

const run = promisify(execFile);
const worker = fileURLToPath(new URL('draw-icons-worker.ts', import.meta.url));
const TIMEOUT_MS = 30_000;

/** Draws all icons of a shop in a child process, because the drawing libraries are larger than the server. */
export async function drawIcons({ accent, mark_letters }: IconFacts): Promise<ReadonlyMap<IconName, Buffer>> {
  const args = ['--max-old-space-size=128', worker, accent, mark_letters];
  const { stdout } = await childPool.run(async () => run(process.execPath, args, { timeout: TIMEOUT_MS, env: {} }));
  const drawn = JSON.parse(stdout) as Readonly<Record<IconName, string>>;
  return new Map(Object.entries(drawn).map(([name, bytes]) => [name as IconName, Buffer.from(bytes, 'base64')]));
}

/** The web app's manifest: what a home screen calls it and how it looks there. */
export function webManifest({
  store_name: name,
  accent,
  author_name,
}: Pick<ShopIdentity, 'store_name' | 'accent' | 'author_name'>): object {
  const author = author_name === '' ? name : author_name;
  return {
    name,
    short_name: shortName(name),
    description: `Los libros de ${author}: cómpralos por partes y léelos con o sin conexión.`,
    lang: 'es-CL',
    start_url: '/user-library',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f4ec',
    theme_color: accents[accent].ink,
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
}

/** Letters that fit under an icon. */
const SHORT = 12;

/** Returns as many whole words as fit under an icon, of which at least one is not an article. */
function shortName(name: string): string {
  const words = name.split(/\s+/);
  if (name.length <= SHORT) return name;
  const first = words.findIndex((word) => word.length > 3);
  return (words[Math.max(0, first)] ?? name).slice(0, SHORT + 4);
}
