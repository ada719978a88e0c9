/** Words of the questions, which are loaded with their script. */
export const questionTexts = {
  elsewhere: {
    ahead: 'Ibas más adelante en otro dispositivo',
    behind: 'Estuviste leyendo en otro dispositivo',
    text: (percent: string) => `Ahí quedaste en el ${percent} del libro.`,
    stay: 'Seguir aquí',
    go: (percent: string) => `Ir a ${percent}`,
  },
  link: {
    title: 'Este enlace sale del libro',
    text: 'Se abrirá en otra pestaña:',
    open: 'Abrir enlace',
    cancel: 'Seguir leyendo',
  },
  sessionOver: {
    title: 'Tu sesión terminó',
    text: 'Guardamos tu página en este dispositivo y la enviaremos cuando vuelvas a entrar.',
    leave: 'Entendido',
  },
  preview: {
    title: 'Estás en una vista previa',
    text: 'Nada de lo que hagas aquí cuenta como lectura. Para volver, cierra esta pestaña.',
    stay: 'Seguir viendo',
    leave: 'Ir al panel de administración',
  },
} as const;
