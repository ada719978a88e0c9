import { integer, table, text } from '../declare-table.ts';

export const page_views = table({
  owner: 'modules/site',
  columns: {
    /** Day in Santiago, `2026-11-18`. */
    day: text(),
    /** Pattern of the screen, never the address. */
    route: text(),
    /** Hash with the day's salt, which is thrown away. */
    visitor: text(),
    referrer_host: text(),
    device: text<'phone' | 'tablet' | 'desktop'>(),
    views: integer(),
  },
  key: ['day', 'route', 'visitor'],
});

export const analytics_salts = table({
  owner: 'modules/site',
  columns: {
    day: text(),
    salt: text(),
  },
  key: ['day'],
});
