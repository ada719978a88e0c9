import { googleLoginBody, googleNonce, tokens } from '@cuentos/contract/auth';
import { paths } from '@cuentos/contract/paths';
import { clientOf } from '../../platform/http/client-of.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { GoogleService } from './google-service.ts';

/** Sign-in with Google; 404 while the shop has no Google client. */
export function registerGoogleRoutes(app: TypedApp, google: GoogleService): void {
  app.route({
    method: 'GET',
    url: paths.googleNonce,
    config: { access: 'public' },
    schema: { tags: ['Auth'], summary: 'A nonce for one sign-in with Google', response: { 200: googleNonce } },
    handler: async () => ({ nonce: google.nonce() }),
  });
  app.route({
    method: 'POST',
    url: paths.googleLogin,
    config: { access: 'public' },
    schema: { tags: ['Auth'], summary: 'Sign in with Google', body: googleLoginBody, response: { 200: tokens } },
    handler: async (request) => google.signIn(request.body.credential, clientOf(request)),
  });
}
