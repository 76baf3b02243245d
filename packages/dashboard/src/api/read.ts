import type { Endpoint } from '@messaging/contract/endpoint.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import type { InputOf, ResultOf } from './send.ts'

/** The query of an endpoint, for `useQuery`. */
export function read<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<ResultOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** As `read`, for lists: what was shown stays while another part of it is read, so that the page does not jump. */
export function readList<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return { ...read(endpoint, input), placeholderData: keepPreviousData }
}
