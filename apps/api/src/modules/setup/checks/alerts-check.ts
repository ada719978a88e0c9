import { activeAlerts } from '../../monitoring/service.ts';
import { advised, type Check, ready } from '../context.ts';
import { findingTexts as t } from '../texts.ts';

const INSIDE_LIMIT_MS = 5000;

/** Whether anything about the running of the shop calls for an admin. */
export const alertsCheck: Check = {
  name: 'alerts',
  isNeeded: false,
  isInside: true,
  limitMs: INSIDE_LIMIT_MS,
  async run({ ports: { db } }) {
    const alerts = await activeAlerts(db.read);
    if (alerts.length === 0) return ready(t.noAlerts);
    return advised(alerts.map(({ found }) => found).join(' '), alerts.map(({ next }) => next).join(' '));
  },
};
