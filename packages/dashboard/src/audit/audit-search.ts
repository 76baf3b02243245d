import { AUDIT_OBJECTS } from '@replywright/contract/audit.ts'
import * as v from 'valibot'
import { filter } from '../shell/search.ts'

/** The filters of the audit log in the URL. Times are ISO 8601. */
export const AuditSearch = v.object({
  actor: filter(v.string()),
  object: filter(v.picklist(AUDIT_OBJECTS)),
  objectId: filter(v.string()),
  since: filter(v.pipe(v.string(), v.isoTimestamp())),
  until: filter(v.pipe(v.string(), v.isoTimestamp())),
  cursor: filter(v.string()),
})
export type AuditSearch = v.InferOutput<typeof AuditSearch>
