import { getLegalDocument, getShop, listLegalNews, noteLegalNews } from '@cuentos/contract/shop';
import type { Db } from '../../platform/db/db.ts';
import { callerOf } from '../../platform/http/access.ts';
import { etagOf, sendSnapshot, snapshotOf } from '../../platform/http/snapshot.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { findLiveUser } from '../auth/service.ts';
import { drawIcons, type IconName, iconSizes, webManifest } from './icons.ts';
import type { ShopService } from './service.ts';

/** Public calls about the shop, and news that a reader sees once. */
export function registerShopRoutes(app: TypedApp, shop: ShopService, db: Db): void {
  serve(app, getShop, async () => {
    const { identity, words } = await shop.current();
    return { identity, words };
  });
  serve(app, getLegalDocument, async (request) => shop.legalDocument(request.params.kind, request.query.version));
  serve(app, listLegalNews, async (request) => {
    const { userId } = callerOf(request);
    const user = await findLiveUser(db.read, userId);
    return user ? shop.legalNews(userId, user.created_at) : [];
  });
  serve(app, noteLegalNews, async (request) => {
    await shop.noteTold(callerOf(request).userId);
  });
}

/** Icons and the manifest of the app, made of the shop's identity. */
export function registerIconRoutes(app: TypedApp, shop: ShopService): void {
  const iconsByLook = new Map<string, Promise<ReadonlyMap<IconName, Buffer>>>();
  const icons = async () => {
    const { accent, mark_letters } = shop.latest().identity;
    const key = `${accent} ${mark_letters}`;
    const cachedIcons = iconsByLook.get(key);
    if (cachedIcons) return cachedIcons;
    if (iconsByLook.size >= KEPT) iconsByLook.clear();
    const drawn = drawIcons({ accent, mark_letters });
    iconsByLook.set(key, drawn);
    // Draws again at the next request after a failure.
    drawn.catch(() => iconsByLook.delete(key));
    return drawn;
  };
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    const manifest = JSON.stringify(webManifest(shop.latest().identity));
    return sendSnapshot(request, reply, snapshotOf(manifest), 'application/manifest+json; charset=utf-8');
  });
  for (const name of Object.keys(iconSizes) as IconName[]) {
    app.get(`/${name}`, { schema: { hide: true } }, async (request, reply) => {
      const picture = (await icons()).get(name) ?? Buffer.alloc(0);
      const etag = etagOf(picture.toString('base64'));
      reply.header('etag', etag).header('cache-control', 'no-cache');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(name.endsWith('.svg') ? 'image/svg+xml; charset=utf-8' : 'image/png').send(picture);
    });
  }
}

/** Number of looks whose icons are cached: the current one and recent ones. */
const KEPT = 4;
