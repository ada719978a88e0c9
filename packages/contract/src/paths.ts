/**
 * Every call of the API by name, so that both sides write a path once. Spec §7; the prefix is `/api` on all
 * (decisions: "Prefix of un-prefixed paths").
 */
export const paths = {
  login: '/api/auth/',
  refresh: '/api/auth/refresh',
  logout: '/api/auth/logout',
  captcha: '/api/captcha',
  captchaChallenge: '/api/captcha/challenge',
  users: '/api/users/',
  me: '/api/users/me',
  books: '/api/books/',
  book: (id: string) => `/api/books/${id}`,
  ownBooks: '/api/books/user',
  bookParts: (bookId: string) => `/api/book_part/${bookId}`,
  openPart: (partId: string) => `/api/book_part/open/${partId}`,
  downloadPart: (partId: string) => `/api/book_part/download/${partId}`,
  library: '/api/user_book_parts/',
  userParts: (bookId: string) => `/api/user_book_parts/${bookId}`,
  preference: (partId: string) => `/api/user_book_parts/get_preference_id/${partId}`,
  position: (partId: string) => `/api/user_book_parts/${partId}`,
  lastLocation: (partId: string) => `/api/user_book_parts/last_location/${partId}`,
  order: (id: string) => `/api/orders/${id}`,
  seller: '/api/seller',
  editionResources: (editionId: string) => `/api/editions/${editionId}/r/`,
  paymentNotice: '/api/payments/webhook',
} as const;
