/** Words of every page, which the script of the frame contains (`bundle/chunks.ts`). */
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
