import { flag, index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

export const users = table({
  owner: 'modules/auth',
  columns: {
    id: text(),
    name: text(),
    email: text(),
    password_hash: text().orNull(),
    google_sub: text().orNull(),
    role: text<'admin' | 'writter' | 'reader'>(),
    email_verified_at: integer().orNull(),
    created_at: integer(),
    updated_at: integer(),
    deleted_at: integer().orNull(),
    sort_key: text(),
    search_text: text(),
    /** Time of the requested erasure; until then the account can only withdraw it. */
    erase_at: integer().orNull(),
    /** When it was erased: the row holds no personal data and keeps its number, which purchases name. */
    erased_at: integer().orNull(),
    /** Since when nothing is done with the person's data but keeping them. */
    blocked_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    users_email: unique('email'),
    users_erase_at: index('erase_at').where('erase_at is not null'),
    users_google_sub: unique('google_sub'),
    users_live: index('sort_key', 'id', 'search_text').where('deleted_at is null'),
  },
});
export type UserRow = RowOf<typeof users>;

export const sessions = table({
  owner: 'modules/auth',
  columns: {
    id: text(),
    user_id: text(),
    created_at: integer(),
    /** Last sign-in with a credential, for steps that ask for a recent one. */
    authenticated_at: integer(),
    last_used_at: integer(),
    /** Sliding end of the refresh token. */
    expires_at: integer(),
    /** End that no use moves. */
    absolute_expires_at: integer(),
    /** Number of the only refresh token that is current. */
    generation: integer(),
    /** Number of the token that it was exchanged for; 0: it is the first one. */
    predecessor: integer(),
    /** Whether the device has shown that it got the current token; until then the predecessor is still good. */
    is_confirmed: flag(),
    /**
     * Generation of the last token that was given out and then replaced, because its answer seemed lost; 0 for none.
     */
    voided_generation: integer(),
    rotated_at: integer(),
    revoked_at: integer().orNull(),
    user_agent: text(),
    address: text(),
    /** When this session last showed a code of the second factor; null: never. */
    factor_confirmed_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    sessions_expiry: index('expires_at').where('revoked_at is null'),
    sessions_live: index('created_at', 'id', 'expires_at').where('revoked_at is null'),
    sessions_ended: index('revoked_at').where('revoked_at is not null'),
    sessions_user: index('user_id'),
  },
});
export type SessionRow = RowOf<typeof sessions>;

export const account_tokens = table({
  owner: 'modules/auth',
  columns: {
    user_id: text(),
    /** Purpose of the token; the newest one of a user and purpose is valid. */
    purpose: text<
      'recover' | 'verify-email' | 'verify-grant' | 'change-email' | 'undo-email' | 'keep-account' | 'invite'
    >(),
    /** SHA-256 of the token in the link, hex. */
    token_hash: text(),
    /** Address that the link was mailed to; but for one that changes the address, worthless once the account has another. */
    email: text(),
    created_at: integer(),
    expires_at: integer(),
  },
  key: ['user_id', 'purpose'],
  indexes: {
    account_tokens_email: index('email'),
    account_tokens_expiry: index('expires_at'),
    account_tokens_hash: unique('token_hash'),
  },
});
export type AccountTokenRow = RowOf<typeof account_tokens>;

/**
 * Earlier addresses of accounts: the time until which they can undo the change, and their data that are erased with the
 * account.
 */
export const former_addresses = table({
  owner: 'modules/auth',
  columns: {
    user_id: text(),
    email: text(),
    left_at: integer(),
  },
  key: ['user_id', 'email'],
});

/** Requested recoveries, with the known device that requested it, if any. */
export const recovery_requests = table({
  owner: 'modules/auth',
  columns: {
    email: text(),
    requested_at: integer(),
    device: text().orNull(),
  },
  key: ['email'],
  indexes: {
    recovery_requests_at: index('requested_at'),
  },
});

/** Codes by mail, one for each browser that asked, known address or not. Neither code nor request is stored itself. */
export const entry_codes = table({
  owner: 'modules/auth',
  columns: {
    email: text(),
    request_hash: text(),
    code_hash: text(),
    /** Wrong codes of this request, each counted once. */
    tries: integer(),
    /** Hashes of the wrong codes, JSON. */
    wrong_codes: text().withDefault('[]'),
    expires_at: integer(),
  },
  key: ['request_hash'],
  indexes: {
    entry_codes_email: index('email'),
    entry_codes_expiry: index('expires_at'),
  },
  isMomentary: true,
});
export type EntryCodeRow = RowOf<typeof entry_codes>;

export const google_nonces_used = table({
  owner: 'modules/auth',
  columns: {
    nonce: text(),
    expires_at: integer(),
  },
  key: ['nonce'],
  indexes: {
    google_nonces_used_expiry: index('expires_at'),
  },
});

export const captcha_used = table({
  owner: 'modules/auth',
  columns: {
    signature: text(),
    expires_at: integer(),
  },
  key: ['signature'],
  indexes: {
    captcha_used_expiry: index('expires_at'),
  },
});

export const second_factors = table({
  owner: 'modules/auth',
  columns: {
    user_id: text(),
    /** Secret of the codes, encrypted. */
    sealed_secret: text(),
    /** Period of the last code that was accepted, in steps of 30 seconds; this one and earlier ones are refused. */
    last_step: integer(),
    created_at: integer(),
    /** Time of the first entered code, which proves that the secret arrived; before it the login asks for no code. */
    confirmed_at: integer().orNull(),
  },
  key: ['user_id'],
});
export type SecondFactorRow = RowOf<typeof second_factors>;

/** Unused ones only; hashed. */
export const recovery_codes = table({
  owner: 'modules/auth',
  columns: {
    user_id: text(),
    code_hash: text(),
  },
  key: ['user_id', 'code_hash'],
});

export const passkeys = table({
  owner: 'modules/auth',
  columns: {
    id: text(),
    user_id: text(),
    /** Id of the passkey on the device, base64url. */
    credential_id: text(),
    /** COSE, base64url. */
    public_key: text(),
    /** The device's own count of its signatures; many devices always report 0. */
    sign_count: integer(),
    /** How a browser reaches the device, parted by spaces. */
    transports: text(),
    /** Name that its owner gave it. */
    name: text(),
    backed_up: flag(),
    created_at: integer(),
    last_used_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    passkeys_credential: unique('credential_id'),
    passkeys_user: index('user_id'),
  },
});
export type PasskeyRow = RowOf<typeof passkeys>;

/** Passwords of reading apps, which only open `/opds`. A withdrawn password has no row. */
export const app_passwords = table({
  owner: 'modules/auth',
  columns: {
    id: text(),
    user_id: text(),
    /** Name of the app, as its owner wrote it. */
    name: text(),
    /** SHA-256 of the password's signs, hex. */
    password_hash: text(),
    created_at: integer(),
    /** Last use, rounded to the hour. */
    last_used_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    app_passwords_hash: unique('password_hash'),
    app_passwords_user: index('user_id'),
  },
});
export type AppPasswordRow = RowOf<typeof app_passwords>;

export const passkey_challenges_used = table({
  owner: 'modules/auth',
  columns: {
    challenge: text(),
    expires_at: integer(),
  },
  key: ['challenge'],
  indexes: {
    passkey_challenges_used_expiry: index('expires_at'),
  },
});

/** Requests of people about their data, and what became of them. */
export const data_requests = table({
  owner: 'modules/personal-data',
  columns: {
    id: text(),
    /** Account of the request; null for a letter that matches no account. */
    user_id: text().orNull(),
    kind: text<'access' | 'correction' | 'erasure' | 'objection' | 'portability' | 'block'>(),
    channel: text<'shop' | 'letter'>(),
    /** Writer of the letter, as an admin noted it; empty for an account's own requests and after its erasure. */
    person: text(),
    note: text(),
    /** Running: it was carried out and ends by itself on its day. Withdrawn: the person changed her mind. */
    state: text<'open' | 'running' | 'done' | 'refused' | 'withdrawn'>(),
    /** Result, or reason of a refusal. */
    outcome: text(),
    asked_at: integer(),
    due_at: integer(),
    done_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    data_requests_asked: index('asked_at', 'id'),
    data_requests_user: index('user_id', 'kind', 'state'),
  },
});
export type DataRequestRow = RowOf<typeof data_requests>;
