import * as v from 'valibot'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Moment } from './fields.ts'
import { PageQuery } from './page.ts'

export const AuditEntry = v.pipe(
  v.object({
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
  }),
  v.description('A change that was made, or tried. It has no secrets.'),
)
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const auditFilters = {
  actor: v.pipe(v.optional(v.string()), v.description('The id of a user or of an API key.')),
  action: v.pipe(v.optional(v.picklist(AUDIT_ACTIONS)), v.description('What was done.')),
  object: v.pipe(v.optional(v.picklist(AUDIT_OBJECTS)), v.description('The kind of the object that changed.')),
  objectId: v.pipe(v.optional(v.string()), v.description('The id of the object that changed.')),
  since: v.pipe(v.optional(Moment), v.description('Inclusive start.')),
  until: v.pipe(v.optional(Moment), v.description('Exclusive end.')),
}

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/v1/audit-log/',
  tag: 'Audit log',
  summary: 'List changes',
  description:
    'Who changed what in the organisation in the last 90 days, and the sign-ins of its members, newest first. Requires an API key of an admin; each user of the dashboard can read it. A filtered page can have fewer items than `limit` and still have a `next`.',
  keyRole: 'admin',
  query: v.object({ ...v.omit(PageQuery, ['offset']).entries, ...auditFilters }),
  response: v.object({
    next: v.pipe(v.nullable(v.pipe(v.string(), v.url())), v.description('Absolute URL of older entries.')),
    results: v.array(AuditEntry),
  }),
  errors: [400],
})
