import {
  forgotPasswordBody,
  linkTokenBody,
  resetPasswordBody,
  spoken,
  updatePasswordBody,
} from '@cuentos/contract/auth';
import { paths } from '@cuentos/contract/paths';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { clientOf } from '../../platform/http/client-of.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import { authTexts } from './texts.ts';
import type { PasswordService } from './password-service.ts';
import type { VerificationService } from './verification-service.ts';

interface Services {
  readonly passwords: PasswordService;
  readonly verification: VerificationService;
}

const nothing = { 204: z.null() };

/** Forgotten and changed passwords, and the check of an address. */
export function registerPasswordRoutes(app: TypedApp, { passwords, verification }: Services): void {
  app.route({
    method: 'POST',
    url: paths.forgotPassword,
    config: { access: 'public' },
    // Bad input answers 400 here and not 422, so the handler judges the validation itself.
    attachValidation: true,
    schema: { tags: ['Auth'], summary: 'Ask for a recovery link', body: forgotPasswordBody, response: { 200: spoken } },
    handler: async (request) => {
      if (request.validationError) throw malformed(request.body);
      const { email, captcha } = request.body;
      await passwords.forgot({ email, captcha }, clientOf(request));
      return { detail: authTexts.recoveryOnItsWay };
    },
  });
  app.route({
    method: 'POST',
    url: paths.resetPassword,
    config: { access: 'public' },
    schema: { tags: ['Auth'], summary: 'Use a recovery link', body: resetPasswordBody, response: nothing },
    handler: async (request, reply) => {
      await passwords.reset(request.body.token, request.body.new_password, clientOf(request));
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'POST',
    url: paths.updatePassword,
    config: { access: 'user' },
    schema: { tags: ['Auth'], summary: 'Change own password', body: updatePasswordBody, response: nothing },
    handler: async (request, reply) => {
      const { password, current_password: current } = request.body;
      await passwords.change(callerOf(request), { password, current });
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'POST',
    url: paths.verifyEmail,
    config: { access: 'public' },
    schema: { tags: ['Auth'], summary: 'Confirm an address', body: linkTokenBody, response: nothing },
    handler: async (request, reply) => {
      await verification.verify(request.body.token);
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'POST',
    url: paths.sendVerification,
    config: { access: 'user' },
    schema: { tags: ['Auth'], summary: 'Mail the address check again', response: nothing },
    handler: async (request, reply) => {
      await verification.sendAgain(callerOf(request).userId);
      return reply.code(204).send(null);
    },
  });
}

function malformed(body: unknown): AppError {
  const given = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  const empty = given === undefined || (typeof given === 'string' && given.trim() === '');
  const detail = empty ? authTexts.emailRequired : authTexts.emailInvalid;
  return new AppError('email_malformed', { detail, fields: { email: detail } });
}
