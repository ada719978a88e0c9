/** Sentences of the global interceptor to the letter. */
export const statusTexts: Readonly<Record<number, string>> = {
  403: 'Error: Prohibido',
  404: 'Error: No encontrado',
  422: 'Error: Datos inválidos',
  429: 'Demasiadas solicitudes, intente en unos minutos',
  500: 'Error: Error interno del servidor',
  503: 'Error: Servicio no disponible',
  504: 'Error: Tiempo de espera agotado',
};

/** Shown when a stored refresh token has expired. */
export const SESSION_EXPIRED_TEXT = 'Su sesión ha expirado, inicie sesión nuevamente';

/** For calls with a text of their own for each failure, when no answer arrived at all. */
export const NO_ANSWER_TEXT = 'No pudimos comunicarnos con la tienda. Revisa tu conexión e intenta de nuevo.';

/** Shown in a form whose session ended meanwhile. */
export const SESSION_OVER_TEXT =
  'Tu sesión se cerró. Lo que escribiste sigue aquí: inicia sesión en otra pestaña y vuelve a guardar.';

/** Shown where a session ended elsewhere, on the way to the login. */
export const SESSION_CLOSED_TEXT = 'Tu sesión se cerró. Inicia sesión para seguir donde estabas.';
