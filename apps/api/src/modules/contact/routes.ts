import { email as emailForm } from '@cuentos/contract/auth';
import { contactAnswer, contactBody, newsletterBody } from '@cuentos/contract/contact';
import { paths } from '@cuentos/contract/paths';
import { z } from 'zod';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { fieldText } from '../../platform/http/field-texts.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { ContactService } from './service.ts';

const accepted = { accepted: true } as const;
const nothing = { 204: z.null() };

/** The e-mail list. */
export function registerContactRoutes(app: TypedApp, contact: ContactService): void {
  app.route({
    method: 'GET',
    url: paths.contactAddress(':email'),
    config: { access: 'public' },
    schema: {
      tags: ['Other'],
      summary: 'Sign up for the e-mail list',
      params: z.object({ email: z.string() }),
      response: { 200: contactAnswer },
    },
    handler: async (request) => {
      refuseForeignGet(request);
      const parsed = emailForm.safeParse(request.params.email);
      if (!parsed.success) throw new AppError('invalid_request', { fields: { email: fieldText('email') } });
      await contact.signUp(parsed.data, 'address', request.ip);
      return accepted;
    },
  });
  app.route({
    method: 'POST',
    url: paths.contact,
    config: { access: 'public' },
    schema: {
      tags: ['Other'],
      summary: 'Sign up for the e-mail list',
      body: contactBody,
      response: { 200: contactAnswer },
    },
    handler: async (request) => {
      await contact.signUp(request.body.email, 'form', request.ip);
      return accepted;
    },
  });
  registerLinkRoutes(app, contact);
}

function registerLinkRoutes(app: TypedApp, contact: ContactService): void {
  app.route({
    method: 'POST',
    url: paths.newsletterConfirm,
    config: { access: 'public' },
    schema: { tags: ['Other'], summary: 'Confirm a sign-up', body: newsletterBody, response: nothing },
    handler: async (request, reply) => {
      await contact.confirm(request.body.token);
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'POST',
    url: paths.newsletterUnsubscribe,
    config: { access: 'public' },
    schema: { tags: ['Other'], summary: 'Leave the e-mail list', body: newsletterBody, response: nothing },
    handler: async (request, reply) => {
      await contact.unsubscribe(request.body.token, 'mail-link');
      return reply.code(204).send(null);
    },
  });
  // Mail programs post to the address of the `List-Unsubscribe` header, which people open as a page (RFC 8058).
  app.route({
    method: 'POST',
    url: '/newsletter/unsubscribe/:token',
    config: { access: 'public' },
    schema: {
      tags: ['Other'],
      summary: 'Leave the e-mail list from a mail program',
      params: z.object({ token: z.string() }),
      response: nothing,
    },
    handler: async (request, reply) => {
      await contact.unsubscribe(request.params.token, 'one-click');
      return reply.code(204).send(null);
    },
  });
}
