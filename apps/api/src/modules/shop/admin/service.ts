import type { Picture } from '@cuentos/contract/books';
import {
  type EditedSection,
  legalKind,
  type LegalOverview,
  type SectionDraft,
  type ShopSection,
  shopSections,
} from '@cuentos/contract/shop';
import type { Config } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { toIso } from '../../../platform/to-iso.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recordAudit } from '../../audit/service.ts';
import { findPicture, type ImageService, UnusablePicture } from '../../books/service.ts';
import { type SectionChange, type ShopSections, type ShopService, switchedOn } from '../service.ts';
import { adminShopTexts } from './texts.ts';

export type AdminShopService = ReturnType<typeof createAdminShopService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly images: ImageService;
  readonly shop: ShopService;
}

/** Editing of the shop's words and facts by admins. */
export function createAdminShopService(deps: Deps) {
  const { db, shop } = deps;
  const changeBy = <Name extends ShopSection>(actor: Caller, section: Name, revision: number): SectionChange<Name> => ({
    section,
    revision,
    actorId: actor.userId,
  });
  return {
    async section(section: ShopSection): Promise<EditedSection> {
      const { published, draft, revision, publishedAt } = await shop.section(section);
      return {
        published,
        draft,
        revision,
        published_at: publishedAt === 0 ? null : toIso(publishedAt),
      };
    },
    /** @throws {AppError} shop_changed */
    saveDraft: async (actor: Caller, section: ShopSection, revision: number, draft: SectionDraft) =>
      shop.saveDraft(changeBy(actor, section, revision), draft),
    /** @throws {AppError} shop_changed */
    discardDraft: async (actor: Caller, section: ShopSection, revision: number) =>
      shop.discardDraft(changeBy(actor, section, revision)),
    /** @throws {AppError} shop_changed; invalid_request with a sentence for each wrong field */
    async publish(actor: Caller, section: ShopSection, revision: number, value: SectionDraft): Promise<number> {
      if (section !== 'identity') {
        return shop.publish(changeBy(actor, section, revision), checkSection<typeof section>(section, value));
      }
      const identity = checkSection('identity', value);
      // Reads the portrait from the database: addresses of a picture are never taken from the request.
      const portrait = identity.portrait && (await findPicture(db.read, identity.portrait.src));
      return shop.publish(changeBy(actor, 'identity', revision), { ...identity, portrait });
    },
    legalOverview: async () => legalOverview(deps),
    /** Stores a portrait; it is shown once the identity that names it is published. @throws {AppError} image_refused */
    storePortrait: async (actor: Caller, path: string) => storePortrait(deps, actor, path),
  };
}

function checkSection<Name extends ShopSection>(section: Name, value: SectionDraft): ShopSections[Name] {
  const parsed = shopSections[section].safeParse(value);
  if (parsed.success) return parsed.data as ShopSections[Name];
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[path.join('.')] ??= message;
  throw new AppError('invalid_request', { fields });
}

async function legalOverview({ config, shop }: Deps): Promise<LegalOverview> {
  const { mail, storage, google, captcha, counting, measuring, realPayments } = switchedOn(config);
  const documents = await Promise.all(
    legalKind.options.toReversed().map(async (kind) => {
      const { version, published_at, title } = await shop.legalDocument(kind);
      return { kind, version, published_at, title, told: await shop.toldOf(kind) };
    }),
  );
  const analytics = [...counting, ...(measuring ? ['Google Analytics'] : [])];
  return { mail, storage, payments: realPayments, google, captcha, analytics, documents };
}

async function storePortrait({ db, clock, images }: Deps, actor: Caller, path: string): Promise<Picture> {
  const id = await images.store(path).catch((error: unknown) => {
    if (!(error instanceof UnusablePicture)) throw error;
    const detail = adminShopTexts.portraitUnusable;
    throw new AppError('image_refused', { detail, fields: { portrait: detail }, cause: error });
  });
  const picture = await findPicture(db.read, `/images/${id}.jpg`);
  if (!picture) throw new AppError('image_refused');
  await db.withTx(async (tx) =>
    recordAudit(tx, { actorId: actor.userId, action: 'shop.portrait_uploaded', subject: id }, clock.now()),
  );
  return picture;
}
