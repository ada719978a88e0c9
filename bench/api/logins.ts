import { startShop } from '../support/server-process.ts';
import { median } from '../support/stats.ts';

const LOGINS = 60;
const ROUNDS = 5;

/** Measures a picture's median time while sixty users sign in at once, against its idle one (bar: at most 5 times). */
export async function benchLogins(): Promise<void> {
  const many = '1000000';
  const shop = await startShop({
    LIMIT_LOGIN_FAILURES: many,
    LIMIT_ACCOUNT_FAILURES: many,
    LIMIT_ADDRESS_FAILURES: many,
    LIMIT_ALL_FAILURES: many,
  });
  try {
    const books = await (await fetch(`${shop.url}/api/books/`)).text();
    const picture = `${shop.url}${/\/images\/[^" ,]+\.jpg/.exec(books)?.[0] ?? ''}`;
    const body = new URLSearchParams({ username: 'lectora@demo.cl', password: 'cuentos-demo', captcha: 'none' });
    const login = async () => fetch(`${shop.url}/api/auth/`, { method: 'POST', body });
    await login();
    for (let warm = 0; warm < 50; warm += 1) await timeOf(picture);
    const idle: number[] = [];
    const busy: number[] = [];
    let entered = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let turn = 0; turn < 100; turn += 1) idle.push(await timeOf(picture));
      const answers: Response[] = [];
      const logins = Array.from(
        { length: LOGINS },
        async () => void answers.push(await login().catch(() => Response.error())),
      );
      while (answers.length < LOGINS) busy.push(await timeOf(picture));
      await Promise.all(logins);
      entered += answers.filter(({ ok }) => ok).length;
    }
    const ratio = median(busy) / median(idle);
    console.log(
      `${LOGINS} logins at once      picture ${median(idle).toFixed(1)} → ${median(busy).toFixed(1)} ms, ` +
        `${ratio.toFixed(1)} times (bar 5); ${entered} of ${LOGINS * ROUNDS} entered`,
    );
  } finally {
    await shop.stop();
  }
}

async function timeOf(url: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - began;
}
