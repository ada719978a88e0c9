import { useEffect, useRef, useSyncExternalStore } from 'react';
import { session, useHasSession } from '../../lib/api/session.ts';
import { addressAfterLogin } from '../../lib/login-address.ts';
import { useNavigation } from '../../ui/use-navigation.ts';
import { forgetCarried } from './carried-email.ts';

const never = () => () => {};

/** Query of the address, unknown in the server's markup. */
export const useSearch = (): string =>
  useSyncExternalStore(
    never,
    () => location.search,
    () => '',
  );

/**
 * Leads on from a login form: at once when a session exists already, of this tab or another. A stored session counts
 * when the server has renewed it, or is out of reach.
 * @returns leads on after the form was sent
 */
export function useEntering(bookId: string | undefined): () => void {
  const { go } = useNavigation();
  const hasSession = useHasSession();
  // A step back leads to the page before, not to a form that was sent.
  const isLeaving = useRef(false);
  const enter = () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    forgetCarried();
    go(addressAfterLogin(location.search, bookId, session.claims()?.role), { replace: true });
  };
  const latest = useRef(enter);
  useEffect(() => {
    latest.current = enter;
  });
  useEffect(() => {
    if (!hasSession) return undefined;
    let isMounted = true;
    void import('../../lib/api/refresh-session.ts')
      .then(async ({ startSession }) => startSession())
      .then((outcome) => {
        if (isMounted && (outcome === 'refreshed' || outcome === 'unreachable')) latest.current();
      });
    return () => {
      isMounted = false;
    };
  }, [hasSession]);
  return enter;
}
