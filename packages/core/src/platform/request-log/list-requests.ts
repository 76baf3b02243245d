import type { ApiRequest } from '@messaging/contract/dashboard/api-requests.ts'
import { API_REQUEST_DAYS } from '@messaging/contract/retention.ts'
import { isoTime, timeOfId } from '../clock.ts'
import { listMonthly, type Period } from '../paging/list-monthly.ts'
import { ApiRequestEntity, type ApiRequestItem } from './api-request-entity.ts'

interface RequestFilter {
  readonly apiKeyId?: string | undefined
  /** `404`, or `4xx` for all from 400 to 499. */
  readonly status?: string | undefined
  /** A part of the path, or a request id. */
  readonly search?: string | undefined
}

/**
 * Returns a page of an organisation's requests to the API, newest first (`listMonthly`). `now` in milliseconds.
 * @throws ServiceError 400 for an invalid cursor
 */
export async function listRequests(
  organizationId: string,
  {
    limit,
    cursor,
    since,
    until,
    ...filter
  }: RequestFilter & Period & { readonly limit: number; readonly cursor?: string | undefined },
  now: number,
): Promise<{ results: ApiRequest[]; nextCursor: string | null }> {
  const isFiltered = Object.values(filter).some((each) => each !== undefined)
  const { items, nextCursor } = await listMonthly(
    ({ month, first, until: end, limit: most }) =>
      ApiRequestEntity.query
        .byTime({ organizationId, month })
        .between({ id: first }, { id: end })
        .go({ limit: most, order: 'desc' }),
    {
      ...{ limit, cursor, since, until },
      days: API_REQUEST_DAYS,
      passes: isFiltered ? (request) => passesFilter(filter, request) : undefined,
    },
    now,
  )
  return { results: items.map(requestView), nextCursor }
}

/** Returns whether a request passes a filter. */
export function passesFilter(
  { apiKeyId, status, search }: RequestFilter,
  request: Pick<ApiRequestItem, 'apiKeyId' | 'status' | 'path' | 'requestId'>,
): boolean {
  return (
    (apiKeyId === undefined || apiKeyId === request.apiKeyId) &&
    (status === undefined || `${request.status}`.startsWith(status.replace('xx', ''))) &&
    (search === undefined || request.path.includes(search) || search === request.requestId)
  )
}

function requestView({ organizationId: _, month: _month, expiresAt: _expiry, ...request }: ApiRequestItem): ApiRequest {
  const { apiKeyId, apiKeyName, query = '', code = null, ...rest } = request
  return { ...rest, at: isoTime(timeOfId(rest.id)), query, code, apiKey: { id: apiKeyId, name: apiKeyName } }
}
