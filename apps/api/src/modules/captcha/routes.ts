import { captchaAction, captchaInfo } from '@cuentos/contract/captcha';
import { paths } from '@cuentos/contract/paths';
import { z } from 'zod';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { CaptchaPort } from '../../ports/captcha.ts';

/** How the browser gets a captcha answer. */
export function registerCaptchaRoutes(app: TypedApp, captcha: CaptchaPort): void {
  app.route({
    method: 'GET',
    url: paths.captcha,
    config: { access: 'public' },
    schema: { tags: ['Auth'], summary: 'Which captcha is on', response: { 200: captchaInfo } },
    handler: async () => captcha.info,
  });
  app.route({
    method: 'GET',
    url: paths.captchaChallenge,
    config: { access: 'public' },
    schema: {
      tags: ['Auth'],
      summary: 'A challenge for one action',
      querystring: z.object({ action: captchaAction }),
      response: { 200: z.unknown() },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return captcha.challenge(request.query.action);
    },
  });
}
