// The rules about gifts, which stand with those about money. How an entry is made: removed-rule.mjs.

import { of } from './removed-rule.mjs';

const DOMAIN = 'packages/domain/src';
const MODULES = 'apps/api/src/modules';

const gift = [`${DOMAIN}/gifts/gift.test.ts`];
const gifts = [`${MODULES}/gifts/gifts.test.ts`];
const giftMoney = [`${MODULES}/gifts/gift-money.test.ts`];

/** @type {readonly import('./removed-rule.mjs').RemovedRule[]} */
export const removedGiftRules = [
  ...of(`${DOMAIN}/gifts/gift.ts`, gift, [
    [
      'what is on its way back is no gift',
      "if (refunds.some(({ partId, state }) => partId === null && state !== 'done')) return [];",
      '',
    ],
    ['a part that goes back is not given', 'partIds.filter((id) => !refundedParts.has(id))', '[...partIds]'],
    [
      'only money that the shop holds pays for a gift',
      'payments.filter(({ payment }) => paysForOrder(payment))',
      '[...payments]',
    ],
    ['a gift in dispute is paused', "if (isDisputed(gift)) return 'paused';", ''],
    ['a gift ends', "if (now > gift.expiresAt) return 'expired';", ''],
    ['what was claimed stays claimed', "if (gift.claimedAt !== null) return 'claimed';", ''],
    [
      'what was not paid is no gift',
      "if (gift.openedAt === null || gift.expiresAt === null) return 'unpaid';",
      "if (gift.openedAt === null || gift.expiresAt === null) return 'open';",
    ],
    ['words of a gift hold no address of whatever ending', '[.。]\\p{L}{2}', '[.。](?:com|cl)'],
    ['the mail of a gift goes out from tomorrow on', 'utcMidnight(date) < utcMidnight(first) || ', ''],
    ['no mail of a gift goes out after its end', 'utcMidnight(end) < utcMidnight(last) ? end : last', 'last'],
  ]),
  ...of(`${DOMAIN}/gifts/gift.ts`, gift, [
    [
      'what was settled of a gift counts once',
      'refundableAmount(paying.payment, refunds, null) <= 0',
      'refunds.reduce((sum, { amount }) => sum + amount, paying.payment.settledAmount) >= paying.payment.amount',
    ],
  ]),
  ...of(`${DOMAIN}/refunds/withdrawal.ts`, giftMoney, [
    ['what was claimed is not taken back by its giver', "if (part.isClaimed) return refuse('claimed');", ''],
  ]),
  ...of(`${MODULES}/gifts/claim-gift.ts`, gifts, [
    [
      'its giver claims it only on purpose',
      "if (order.user_id === userId && !acceptsOwn) throw new AppError('gift_own');",
      '',
    ],
    ['who has all of it claims nothing', "if (missing.length === 0) throw new AppError('gift_owned');", ''],
    [
      'who has some of it is asked first',
      "if (owned.size > 0 && !acceptsOwned) throw new AppError('gift_owned_in_part');",
      '',
    ],
    ['what was not paid is not shown', "if (state === 'unpaid') throw new AppError('gift_not_found');", ''],
    [
      'words of a gift are for those who may have it',
      'const isTold = isClaimable(state) || isOwn || isMine;',
      'const isTold = true;',
    ],
  ]),
  ...of(`${MODULES}/gifts/links.ts`, gifts, [
    ['only our own links open gifts', 'rest.length === 0 && signer.verify(giftId, signature)', 'true'],
  ]),
  ...of(`${MODULES}/gifts/gifts.ts`, gifts, [
    [
      'what one giver does keeps no other from giving to an address',
      '[`gift-to:${address}:${userId}`, GIFTS_TO_ONE]',
      '[`gift-to:${address}`, GIFTS_TO_ONE]',
    ],
    ['a giver gives few gifts a day', "    throw new AppError('too_many_gifts');\n", ''],
    ['what made no new gift does not count', 'isNew = !placed.isReused;', 'isNew = true;'],
  ]),
  ...of(`${MODULES}/gifts/send-gift.ts`, gifts, [
    [
      'a mail of a gift waits for its time, and goes out once',
      'if (!loaded || loaded.row.mail_due_at === null || loaded.row.mail_due_at > now) return false;',
      'if (!loaded) return false;',
    ],
    ['an address gets few mails of gifts a day', 'if (!hasRoom) return put(now + HOUR_MS);', ''],
    ['what did not go out takes no room of its address', 'if (!isSent) await limiter.undo(key);', ''],
    ['a gift in dispute is not mailed', "if (state === 'paused') return put(now + HOUR_MS);", ''],
    [
      'what is no gift any more is not mailed',
      '!isClaimable(state) || row.recipient_email === null',
      'row.recipient_email === null',
    ],
    ['only its giver sends and changes a gift', 'if (loaded?.order.user_id !== userId)', 'if (!loaded)'],
    ['a gift that went out is not changed', "if (row.sent_at !== null) throw new AppError('gift_sent');", ''],
  ]),
  ...of(`${MODULES}/orders/grant-order.ts`, giftMoney, [
    [
      'whoever claimed it has it again after a dispute that is won',
      "{ userId: gift.claimed_by, source: 'gift' } as const",
      "{ userId: null, source: 'gift' } as const",
    ],
    [
      'a dispute that is won pays nobody for what the claimer had before',
      '!isClaimed || grants.ever.has(item.part_id)',
      'true',
    ],
    [
      'whoever claimed it is told that it ended',
      'await tellEnded(tx, context, order, { partIds: parts, event }, now);',
      '',
    ],
  ]),
  ...of(`${MODULES}/orders/repository.ts`, gifts, [
    [
      'a purchase of one’s own finds no gift',
      'among === null ? isForOneself(eb) :',
      "among === null ? eb('orders.id', '!=', '') :",
    ],
    [
      'a gift that is being paid keeps nobody from buying',
      ".where('orders.state', '=', 'pending')\n    .where(isForOneself)",
      ".where('orders.state', '=', 'pending')",
    ],
  ]),
  ...of(
    `${MODULES}/gifts/buy-gift.ts`,
    [`${MODULES}/gifts/buy-gift.test.ts`],
    [
      [
        'a gift that was paid meanwhile is not paid again',
        "if (placed.isReused && (await wasPaidMeanwhile(context, placed.order))) throw new AppError('gift_paid');",
        '',
      ],
      ['gifts are limited as purchases are', '  await countPurchase(context, purchase);\n', ''],
    ],
  ),
  ...of(`${MODULES}/gifts/buy-gift.ts`, gifts, [
    [
      'what is free is not given',
      "if (parts.some(({ price }) => price.final === 0)) throw new AppError('gift_free');",
      '',
    ],
    [
      'a gift that is being paid is not paid again',
      "if ((await pendingGifts(tx, purchase, words)).length > 0) throw new AppError('payment_pending');",
      '',
    ],
    [
      'a gift is found again only with the same words',
      'const same = await unpaidGifts(tx, userId, words);',
      "const same = await unpaidGifts(tx, userId, { ...words, message: 'Para tus viajes.', recipient_email: 'ana@ejemplo.cl', send_at: null, giver_name: 'Elisa' });",
    ],
  ]),
  ...of(`${MODULES}/discount-codes/price-with-code.ts`, gifts, [
    [
      'what the giver has makes a gift no cheaper',
      'userId: gifts === null ? userId : null, partIds',
      'userId, partIds',
    ],
  ]),
  ...of(`${MODULES}/orders/own-orders.ts`, giftMoney, [
    ['what the giver reads of her own is no opening of a gift', '...(giftState ?? own),', '...own,'],
  ]),
];
