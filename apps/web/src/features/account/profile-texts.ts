/** Words of 'Mi perfil'. */
export const profileTexts = {
  title: 'Mi perfil',
  rows: { reader: 'Configuración del lector', password: 'Cambiar contraseña', admin: 'Panel de administración' },
  signOut: 'Cerrar sesión',
  backToLibrary: 'Mi Biblioteca',
  failed: 'No pudimos cargar tu perfil.',
  retry: 'Intentar nuevamente',

  unverifiedTitle: 'Tu correo está sin confirmar',
  unverifiedText: 'Abre el enlace que te enviamos: ahí llegan tus comprobantes y los avisos sobre tu cuenta.',
  resend: 'Enviar otro enlace',
  resent: 'Te enviamos otro correo con el enlace',

  sessionsTitle: 'Sesiones abiertas',
  sessionsText: 'Los dispositivos donde tu cuenta está abierta ahora.',
  thisSession: 'Este dispositivo',
  sessionLastSeen: (date: string) => `Última actividad: ${date}`,
  closeSession: 'Cerrar',
  closeSessionOf: (device: string) => `Cerrar sesión en ${device}`,
  closeOthers: 'Cerrar otras sesiones',
  closedOne: 'Sesión cerrada',
  closedOthers: 'Se cerraron tus otras sesiones',
  sessionsFailed: 'No pudimos cargar tus sesiones.',
  unknownDevice: 'Dispositivo desconocido',
  deviceOn: (browser: string, system: string) => `${browser} en ${system}`,
} as const;
