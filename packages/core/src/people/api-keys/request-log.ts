import { setTimeout } from 'node:timers/promises'
import type { ApiRequest } from '@replywright/contract/dashboard/api-requests.ts'
import { API_REQUEST_DAYS } from '@replywright/contract/retention.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { expiryAfter, isoTime, monthOf, timeOfId } from '../../platform/clock.ts'
import { logError } from '../../platform/log/log.ts'
import { listMonthly, type Period } from '../../platform/paging/list-monthly.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

interface RequestFilter {
  readonly apiKeyId?: string | undefined
  /** `404`, or `4xx` for all from 400 to 499. */
  readonly status?: string | undefined
  /** A part of the path, or a request id. */
  readonly search?: string | undefined
}

/** Returns a page of an organisation's requests to the API, newest first (`listMonthly`). */
export async function listRequests(
  organizationId: string,
  {
    limit,
    cursor,
    since,
    until,
    ...filter
  }: RequestFilter & Period & { readonly limit: number; readonly cursor?: string | undefined },
  now: EpochMs,
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
  const { apiKeyId, apiKeyName, conversationId, messageId, ...shown } = request
  const { query = '', code = null, reason = null, forwardedFor = null, ...rest } = shown
  return {
    ...rest,
    at: isoTime(timeOfId(rest.id)),
    query,
    code,
    reason,
    forwardedFor,
    apiKey: { id: apiKeyId, name: apiKeyName },
    message: messageId && conversationId ? { id: messageId, conversationId } : null,
  }
}

/** The longest time that a response waits for its entry. Usually a write takes a few milliseconds. */
const LONGEST_WAIT_MILLISECONDS = 500

/** Stores the entry of a request. A failed write is logged, and a slow one is not awaited: neither affects the request. */
export async function recordRequest(request: Omit<ApiRequestItem, 'month' | 'expiresAt'>): Promise<void> {
  const written = write(request).catch((error: unknown) => logError('api_request.not_recorded', error))
  await Promise.race([written, setTimeout(LONGEST_WAIT_MILLISECONDS, undefined, { ref: false })])
}

async function write(request: Omit<ApiRequestItem, 'month' | 'expiresAt'>): Promise<void> {
  const at = timeOfId(request.id)
  await ApiRequestEntity.put({
    ...request,
    month: monthOf(at),
    expiresAt: expiryAfter(at, API_REQUEST_DAYS),
  }).go()
}

/**
 * A request to the API that was made with a key, without its body. Access: all of an organisation and calendar month,
 * by time. Smaller than 1 KB, so that it costs one write unit. Kept for 30 days.
 */
export const ApiRequestEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'apiRequest', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** For example `2026-01`, in UTC, so that no partition grows without limit. */
    month: { type: 'string', required: true, readOnly: true },
    /** Sorts by time. */
    id: { type: 'string', required: true, readOnly: true },
    /** The key of the operation in the contract. */
    operation: { type: 'string', required: true },
    method: { type: 'string', required: true },
    /** Without a customer's number, so that the erasure of a customer need not find it. */
    path: { type: 'string', required: true },
    /** The names of the query parameters. */
    query: { type: 'string' },
    status: { type: 'number', required: true },
    /** The error code of the response. */
    code: { type: 'string' },
    /** What is wrong with the fields of a refused request. */
    reason: { type: 'string' },
    milliseconds: { type: 'number', required: true },
    apiKeyId: { type: 'string', required: true },
    apiKeyName: { type: 'string', required: true },
    requestId: { type: 'string', required: true },
    sourceIp: { type: 'string', required: true },
    forwardedFor: { type: 'string' },
    userAgent: { type: 'string', required: true },
    /** Both are present if the request sent a message. */
    conversationId: { type: 'string' },
    messageId: { type: 'string' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byTime: { pk: key('pk', 'apiRequests#${organizationId}#${month}'), sk: key('sk', '${id}') },
  },
}))

type ApiRequestItem = EntityItem<typeof ApiRequestEntity>
