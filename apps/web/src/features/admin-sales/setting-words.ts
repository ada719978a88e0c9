const words: readonly (readonly [RegExp, string])[] = [
  [/^local disk$/, 'Disco de este servidor'],
  [/^S3 bucket (.+)$/, 'Depósito S3 «$1»'],
  [/^files in .*$/, 'Carpeta de prueba: no se envía ningún correo'],
  [/^altcha$/, 'Altcha, alojado en esta tienda'],
  [/^recaptcha$/, 'reCAPTCHA'],
  [/^hcaptcha$/, 'hCaptcha'],
  [/^turnstile$/, 'Turnstile'],
  [/^none$/, 'Sin captcha'],
];

/** What a setting's value is to the owner: names of services, no folders of the server. */
export function settingWords(value: string): string {
  const known = words.find(([pattern]) => pattern.test(value));
  return known ? value.replace(known[0], known[1]) : value;
}
