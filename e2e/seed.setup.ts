import { test as setup } from '@playwright/test';
import { seedShop } from './support/start-shop.ts';

setup('one shop is seeded for all workers', async () => {
  setup.setTimeout(600_000);
  await seedShop();
});
