import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { hasSecret } from '@replywright/contract/fields.ts'
import { isObject } from '@replywright/contract/json.ts'
import { type Comparison, changedValues } from '@replywright/core/platform/audit/audit-log.ts'
import { Revised } from '@replywright/core/platform/revision.ts'

/**
 * Returns how the audit log compares the object of an endpoint before and after a change: by the values that the
 * endpoint declares, except secret ones. `read` returns the object before the change, as the response shows it. Apart
 * from `audited`, because few functions need it.
 */
export function compared<Request>(
  { audit, response }: Pick<Endpoint, 'audit' | 'response'>,
  read: (request: Request) => Promise<unknown>,
): (request: Request) => Comparison {
  const entries = 'entries' in response && isObject(response.entries) ? response.entries : {}
  const fields = (audit?.values ?? []).filter((name) => name in entries && !hasSecret(entries[name]))
  return (request) => ({
    read: () => read(request),
    compare: (before, result) => {
      const changes = changedValues(fields, before, result instanceof Revised ? result.resource : result)
      return changes.length > 0 ? { changes } : {}
    },
  })
}

/** Adds the version that a change of an agent created: its revision, or what the restoration of an older one returns. */
export function versioned(): Comparison {
  return {
    compare: (_, result) => {
      const version = result instanceof Revised ? result.revision : isObject(result) && result.version
      return typeof version === 'number' ? { version } : {}
    },
  }
}
