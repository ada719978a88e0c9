/** Sections of the profile about other ways to sign in, which are loaded as one file. */
export { AppPasswordsSection } from './app-passwords-section.tsx';
export { PasskeysSection } from './passkeys-section.tsx';
