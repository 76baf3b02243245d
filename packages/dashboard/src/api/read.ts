import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callRevised, type Revised } from './call.ts'
import type { InputOf, ResultOf } from './send.ts'

/** Builds the query of an endpoint, for `useQuery`. */
export function read<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<ResultOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Like `read`, for a resource that several people can edit: with its revision. */
export function readRevised<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<Revised<ResultOf<E>>>({
    queryKey: [endpoint.path, 'revised', input],
    queryFn: () => callRevised(endpoint, input),
  })
}

/** Like `read`, for lists. Keeps the previous items while others load, so that the page layout does not change. */
export function readList<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return { ...read(endpoint, input), placeholderData: keepPreviousData }
}
