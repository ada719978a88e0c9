export const accountTexts = {
  loginTitle: 'Iniciar sesión',
  loginLead: 'Tus libros te esperan en la página donde los dejaste.',
  registerTitle: 'Crea tu cuenta',
  registerLead: 'Con ella compras, lees en todos tus dispositivos y guardas tus notas.',
  name: 'Nombre',
  email: 'Correo',
  password: 'Contraseña',
  confirmPassword: 'Confirma la contraseña',
  forgot: '¿Olvidaste tu contraseña?',
  signIn: 'Iniciar sesión',
  createAccount: 'Crear cuenta',
  firstTime: '¿Primera vez aquí?',
  createYours: 'Crea tu cuenta',
  haveAccount: '¿Ya tienes cuenta?',
  backToStart: 'Volver al inicio',
  or: 'o',
  /** Name of the group that holds Google's own button. */
  google: 'Entrar con Google',
  registered: 'Tu cuenta está lista. Ya puedes iniciar sesión.',
  acceptBefore: 'Al crear tu cuenta declaras tener 14 años o más y aceptas los',
  terms: 'términos y condiciones',
  acceptBetween: 'y la',
  privacy: 'política de privacidad',

  // Spec §5.
  nameRequired: 'El nombre es obligatorio.',
  nameShort: 'El nombre debe tener al menos 3 caracteres.',
  emailRequired: 'El correo es obligatorio.',
  emailInvalid: 'El correo no es válido.',
  passwordRequired: 'La contraseña es obligatoria.',
  passwordShort: 'La contraseña debe tener al menos 8 caracteres.',
  passwordLong: 'La contraseña puede tener hasta 128 caracteres.',
  confirmRequired: 'La confirmación de la contraseña es obligatoria.',
  confirmDiffers: 'Las contraseñas no coinciden.',
  completeFields: 'Por favor completa todos los campos',

  // Spec §8.
  wrongCredentialsBanner: 'Credenciales incorrectas',
  loginFailures: {
    400: 'Debe iniciar sesión con Google',
    401: 'Usuario o contraseña incorrectos',
    403: 'Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte',
    410: 'Error captcha inválido',
    429: 'Demasiados intentos de inicio de sesión, intente más tarde',
  } as Readonly<Record<number, string>>,
  emailTaken: 'El correo ingresado ya existe.',
  captchaInvalid: 'Error captcha inválido',

  /** Spec §8, third-party login; 401 says nothing. */
  googleFailures: {
    400: 'Error al iniciar sesión con Google, usuario ya existe.',
    403: 'Ya existe cuenta con este usuario y fue eliminada, favor contactar a soporte',
  } as Readonly<Record<number, string>>,
} as const;
