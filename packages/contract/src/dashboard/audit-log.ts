import * as v from 'valibot'
import { auditFilters } from '../audit-log.ts'
import { endpoint } from '../endpoint.ts'
import { CursorQuery, forBrowsers } from './fields.ts'

export const exportAuditLog = endpoint({
  ...forBrowsers,
  method: 'GET',
  path: '/dashboard-api/v1/audit-log/export/',
  query: v.object({ cursor: CursorQuery.entries.cursor, ...auditFilters }),
  response: v.object({ csv: v.string(), nextCursor: v.nullable(v.string()) }),
})
