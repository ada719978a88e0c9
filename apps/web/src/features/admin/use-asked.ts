import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Whether a form is open that a link of another screen requests by a word in the address. The word is removed from the
 * address before the form opens, so that neither Back, which closes the form, nor a reload opens it again.
 */
export function useAsked(word: string): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [query, setQuery] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const wasAsked = useRef(false);
  const isAsked = query.has(word);
  useEffect(() => {
    if (!isAsked) {
      if (wasAsked.current) setIsOpen(true);
      wasAsked.current = false;
      return;
    }
    wasAsked.current = true;
    const without = (before: URLSearchParams) => {
      before.delete(word);
      return before;
    };
    setQuery(without, { replace: true });
  }, [isAsked, setQuery, word]);
  return [isOpen, setIsOpen];
}
