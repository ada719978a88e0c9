/** Words of the question about Google Analytics; it is asked only where that is on. */
export const consentTexts = {
  label: 'Medición de visitas',
  bannerLabel: 'Permiso para medir visitas',
  question:
    '¿Nos dejas contar tus visitas con Google Analytics? Google pone cookies para eso. Si dices que no, todo funciona igual.',
  accept: 'Aceptar',
  refuse: 'Rechazar',
  more: 'Política de privacidad',
  stateGiven: 'Aceptaste que Google Analytics cuente tus visitas.',
  stateRefused: 'No contamos tus visitas con Google Analytics.',
  stateUnwanted: 'Tu navegador pide que no te sigan: no usamos Google Analytics.',
  withdraw: 'Retirar mi permiso',
  give: 'Dar mi permiso',
} as const;
