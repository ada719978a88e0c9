import { accents } from '@cuentos/domain/shop/accents';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { createAvifJob } from './make-avif.ts';
import { createImageService, type ImageService } from './image-service.ts';
import { registerBookRoutes, registerImageRoutes, registerShareRoutes } from './routes.ts';
import { type BookService, createBookService } from './service.ts';
import type { ShopService } from '../shop/service.ts';
import { createSharePictures } from './share-pictures.ts';

export interface BookServices {
  readonly books: BookService;
  readonly images: ImageService;
}

/** Books and parts as everyone sees them, and their pictures. */
export function booksModule({ ports }: ModuleContext, { shop }: { readonly shop: ShopService }): Module<BookServices> {
  const books = createBookService(ports);
  const pictures = createSharePictures(ports, () => {
    const { store_name: storeName, author_name: author, accent } = shop.latest().identity;
    const { ink, onInk, thread } = accents[accent];
    return { storeName, author, ink, onInk, thread };
  });
  return {
    services: { books, images: createImageService(ports) },
    jobs: [createAvifJob(ports)],
    routes: (app) => {
      registerBookRoutes(app, books);
      registerImageRoutes(app, ports.storage);
      registerShareRoutes(app, books, pictures);
    },
  };
}
