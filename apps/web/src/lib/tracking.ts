/** The visitor asked not to be followed: Do Not Track, Global Privacy Control. */
export function isTrackingUnwanted(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { readonly globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}
