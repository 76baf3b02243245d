import { setTimeout } from 'node:timers/promises'
import { dropNulls, entriesFor } from '@replywright/contract/absent-nulls.ts'
import type { ApiRequest } from '@replywright/contract/dashboard/api-requests.ts'
import { API_REQUEST_DAYS } from '@replywright/contract/retention.ts'
import type { Role } from '@replywright/contract/roles.ts'
import type { EntityItem } from 'electrodb'
import * as v from 'valibot'
import { expiryAfter, isoTime, monthOf, timeOfId } from './clock.ts'
import { conflict, ServiceError } from './errors.ts'
import { logError } from './log/log.ts'
import { listMonthly, type Period } from './paging/list-monthly.ts'
import { entity, key } from './table/entity.ts'
import { expiresAtAttribute } from './table/table.ts'

/** The caller of the API: a user, the organisation that the call is for, and what the user or the API key may do. */
export interface Caller {
  readonly userId: string
  readonly organizationId: string
  /** The role of the user in the organisation. It limits users of the dashboard, not API keys. */
  readonly role: Role
  /** The permission of the API key; of a dashboard user `read` for viewers. `read` callers see no secrets. */
  readonly permission: 'full' | 'read'
  /** Groups of the user pool; an API key has none. */
  readonly groups: readonly string[]
  /** The address of a dashboard user. */
  readonly email?: string
  readonly apiKey?: { readonly id: string; readonly name: string }
  /** The session that the request's token belongs to; an API key has none. */
  readonly sessionId?: string
}

/** Where a request came from, for the audit log and the list of sessions. */
export interface Origin {
  readonly requestId: string
  readonly sourceIp: string
  readonly userAgent: string
}

/**
 * Checks input against a contract's schema. Null in an optional field counts as absent.
 * @throws ServiceError 400 with one detail for each invalid field
 */
export function check<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, dropNulls(schema, input))
  if (result.success) return result.output
  const details = result.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: messageOf(issue) }))
  const [{ path, message } = { path: '', message: 'is invalid' }] = details
  throw new ServiceError('validation_error', `${path || 'body'}: ${message}`, details)
}

/**
 * As `check`, for the query of a request.
 * @throws ServiceError 400 that names the known parameters, for one that the schema does not know
 */
export function checkQuery<S extends v.GenericSchema>(schema: S, query: object): v.InferOutput<S> {
  const known = Object.keys(entriesFor(schema, query) ?? {})
  const message =
    known.length === 0 ? 'is unknown; there are no query parameters' : `is unknown; use ${known.join(', ')}`
  const [unknown, ...others] = Object.keys(query).filter((name) => !known.includes(name))
  if (unknown === undefined) return check(schema, query)
  const details = [unknown, ...others].map((path) => ({ path, message }))
  throw new ServiceError('validation_error', `${unknown}: ${message}`, details)
}

const SAFE_INTEGER = `must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
  loose_object: 'must be an object',
  record: 'must be an object',
  uuid: 'must be a UUID',
  iso_timestamp: 'must be an ISO 8601 date-time',
  url: 'must be an absolute URL',
  integer: 'must be a whole number',
  safe_integer: 'must be a whole number',
  non_empty: 'must not be empty',
}

/** Returns the message of an issue. Replaces the default messages of the library by the rule of the field. */
function messageOf({ message, type, input, received, expected, requirement }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message
  if (received === 'undefined') return 'is required'
  if (type === 'number' && typeof input === 'bigint') return SAFE_INTEGER
  if (type === 'safe_integer' && Number.isInteger(input)) return SAFE_INTEGER
  if (expected === 'Object') return 'must be an object'
  if (type === 'max_length') return `must be at most ${requirement} characters`
  if (type === 'min_value') return `must be at least ${requirement}`
  if (type === 'max_value') return `must be at most ${requirement}`
  const choices = expected?.match(/"[^"]*"/g) ?? []
  if (choices.length > 1) return `must be one of ${choices.join(', ')}`
  return choices.length === 1 ? `must be ${choices.join()}` : (EXPECTED[type] ?? 'is invalid')
}

/** A resource with its revision, which increases with each change. A response shows it as `ETag`. */
export class Revised<Resource> {
  readonly resource: Resource
  readonly revision: number
  constructor(resource: Resource, revision: number) {
    this.resource = resource
    this.revision = revision
  }
}

/**
 * Checks the revision that a change is based on (`If-Match`). A change without one is always accepted.
 * @throws ServiceError 409 if the stored resource, such as an `agent`, has another revision
 */
export function assertRevision(expected: number | undefined, stored: number, noun: string): void {
  if (expected === undefined || expected === stored) return
  throw conflict(
    'changed_concurrently',
    `The ${noun} was changed since you read it. Get it again and repeat your change.`,
  )
}

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
    milliseconds: { type: 'number', required: true },
    apiKeyId: { type: 'string', required: true },
    apiKeyName: { type: 'string', required: true },
    requestId: { type: 'string', required: true },
    sourceIp: { type: 'string', required: true },
    userAgent: { type: 'string', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byTime: { pk: key('pk', 'apiRequests#${organizationId}#${month}'), sk: key('sk', '${id}') },
  },
}))
type ApiRequestItem = EntityItem<typeof ApiRequestEntity>
