import { sql } from 'kysely';
import nodemailer from 'nodemailer';
import { adapter } from '../../adapters/x/adapter.ts';
import { screen } from '../../../../web/src/app/screen.ts';
import { helper } from '../../testing/helper.ts';
export const inside = [sql, nodemailer, adapter, screen, helper];
