/** What other modules and the composition root may use of buying. */
export { type CheckoutService, createCheckoutService } from './checkout-service.ts';
export { checkoutJobs } from './jobs.ts';
export { sellerInfo } from './seller.ts';
