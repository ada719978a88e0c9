/** Words of the shelf in reading apps. */
export const opdsTexts = {
  shelf: 'Mi biblioteca',
  shelfText: 'Tus libros que se pueden llevar. Bajar uno cuenta como abrirlo: termina el derecho a arrepentirse.',
  found: (query: string) => `Resultados de «${query}»`,
  title: (part: string, book: string) => `${part}, de ${book}`,
  search: 'Busca en tu biblioteca.',
  signIn: 'Entra con tu correo y una contraseña para apps. La haces en «Mi perfil», en «Leer en otras apps».',
  login: 'Tu correo',
  password: 'Contraseña para apps',
} as const;
