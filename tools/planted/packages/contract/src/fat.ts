import { sql } from 'kysely';
export const fat = sql;
