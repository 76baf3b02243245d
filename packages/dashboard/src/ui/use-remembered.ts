import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

/**
 * Returns what a user entered and a function that changes it, as `useState`, but it stays while the user is signed in and the page is not
 * loaded again: another tab of the page does not lose it.
 */
export function useRemembered<Entered>(
  key: readonly string[],
  initial: Entered,
): readonly [Entered, (change: Partial<Entered>) => void] {
  const queries = useQueryClient()
  const queryKey = ['remembered', ...key]
  const { data = initial } = useQuery<Entered>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
  const change = (changed: Partial<Entered>) =>
    queries.setQueryData<Entered>(queryKey, (before) => ({ ...(before ?? initial), ...changed }))
  return [data, change]
}
