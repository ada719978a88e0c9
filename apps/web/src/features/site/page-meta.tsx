/**
 * Words that the first page needs. They are beside the head and not in a file of texts: apart, the head would be a script of
 * its own, which every page would load besides.
 */
export const appTexts = {
  /** Network. */
  wentOffline: 'Sin conexión a internet',
  cameOnline: 'Conexión a internet restaurada',
  failed: {
    title: 'No pudimos mostrar esta página',
    text: 'Revisa tu conexión e intenta de nuevo. Si sigue pasando, escríbenos.',
    retry: 'Intentar nuevamente',
  },
  backToStart: 'Volver al inicio',
  metaLogin: (store: string) => `Iniciar sesión · ${store}`,
  metaRegister: (store: string) => `Crear cuenta · ${store}`,
  metaProfile: (store: string) => `Mi perfil · ${store}`,
  metaReader: (store: string) => `Lector · ${store}`,
  titled: (title: string, store: string) => `${title} · ${store}`,
} as const;

/** Head of a page that search engines leave out. */
export function PrivateMeta({ title }: { readonly title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
