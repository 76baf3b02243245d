import * as v from 'valibot'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '../audit.ts'
import { endpoint } from '../endpoint.ts'
import { DateTime, Moment } from '../fields.ts'
import { CursorQuery, cursorPageOf, forBrowsers } from './fields.ts'

/** A change that was made, or tried. It has no secrets. */
export const AuditEntry = v.object({
  id: v.string(),
  at: DateTime,
  action: v.picklist(AUDIT_ACTIONS),
  object: v.picklist(AUDIT_OBJECTS),
  objectId: v.nullable(v.string()),
  objectName: v.pipe(v.nullable(v.string()), v.description('The name at that time, if the response contained it.')),
  fields: v.pipe(v.array(v.string()), v.description('The names of the fields that the request contained.')),
  changes: v.pipe(
    v.array(v.object({ field: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) })),
    v.description('The values that changed, as texts of at most 200 characters; null for no value.'),
  ),
  version: v.pipe(v.nullable(v.number()), v.description('The version of an agent that the change created.')),
  actor: v.pipe(
    v.object({
      userId: v.nullable(v.string()),
      email: v.nullable(v.string()),
      apiKeyId: v.nullable(v.string()),
      apiKeyName: v.nullable(v.string()),
    }),
    v.description(
      "All fields are null for an operator's command, for the visitor who completed a link session, and for the service itself (`disable_automatically`, `merge_automatically`).",
    ),
  ),
  requestId: v.nullable(v.string()),
  sourceIp: v.pipe(v.nullable(v.string()), v.description('The address that connected to the service.')),
  forwardedFor: v.pipe(
    v.nullable(v.string()),
    v.description('The address that the header X-Forwarded-For claims. Callers of the API can choose it.'),
  ),
  outcome: v.pipe(
    v.picklist(['done', 'refused', 'failed', 'interrupted']),
    v.description(
      '`refused`: rejected with `code`. `failed`: an internal error; the change may be incomplete. `interrupted`: the operation is running, or it ended without a result.',
    ),
  ),
  code: v.nullable(v.string()),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

const audit = { ...forBrowsers, method: 'GET' } as const

const filters = {
  actor: v.pipe(v.optional(v.string()), v.description('The id of a user or of an API key.')),
  action: v.optional(v.picklist(AUDIT_ACTIONS)),
  object: v.optional(v.picklist(AUDIT_OBJECTS)),
  objectId: v.optional(v.string()),
  since: v.pipe(v.optional(Moment), v.description('Inclusive start.')),
  until: v.pipe(v.optional(Moment), v.description('Exclusive end.')),
}

export const listAuditLog = endpoint({
  ...audit,
  path: '/dashboard-api/v1/audit-log/',
  query: v.object({ ...CursorQuery.entries, ...filters }),
  response: cursorPageOf(AuditEntry),
})

export const exportAuditLog = endpoint({
  ...audit,
  path: '/dashboard-api/v1/audit-log/export/',
  query: v.object({ cursor: CursorQuery.entries.cursor, ...filters }),
  response: v.object({ csv: v.string(), nextCursor: v.nullable(v.string()) }),
})
