import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

export type LibraryTab = 'myBooks' | 'moreBooks';

/** Stored in the query cache: it outlives the screen, and a logout clears it. */
const libraryTabQuery = queryOptions<LibraryTab>({
  queryKey: ['libraryTab'],
  queryFn: skipToken,
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The open tab of the library, with a function that opens another. */
export function useLibraryTab(): readonly [LibraryTab, (next: LibraryTab) => void] {
  const queryClient = useQueryClient();
  const { data = 'myBooks' } = useQuery(libraryTabQuery);
  return [data, (next) => void queryClient.setQueryData(libraryTabQuery.queryKey, next)];
}
