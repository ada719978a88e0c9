/** A page view as outside services may see it: without the address of a page or the name of a reader. */
export interface PageView {
  /** Address of the shop with the screen's pattern as path, such as `https://shop.cl/book-detail/:book_id`. */
  readonly url: string;
  /** Host that the visitor came from; empty when unknown or the shop itself. */
  readonly referrerHost: string;
  readonly userAgent: string;
  /** Network address; receivers count visitors by it and must not keep it. */
  readonly address: string;
  /** First language of the browser, such as `es-CL`; may be empty. */
  readonly language: string;
}

/** Passes page views on to a service outside. */
export interface AnalyticsPort {
  /** Name for the start log. */
  readonly name: string;
  /** Rejects when the service refused the view, which is not sent again. */
  pageView(view: PageView): Promise<void>;
}
