import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { isObject } from '@replywright/contract/json.ts'
import { actorOf, type Comparison, recordChange } from '@replywright/core/platform/audit/audit-log.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import { originOf } from './origin.ts'
import type { RouteEvent } from './stack.ts'

interface AuditedRequest {
  readonly caller: Caller
  readonly event: RouteEvent
  /** The validated path parameters and body. */
  readonly params: object
  readonly body: unknown
  readonly objectName?: string
  /** The id of the request, the same for repeats with the same Idempotency-Key. */
  readonly id?: string
  readonly comparison?: Comparison | undefined
}

const MOST_FIELDS = 50

/**
 * Calls `run`, recorded in the audit log if the endpoint declares it. A dry run changes nothing, so it has no entry. The
 * provider knows no dry run, so a body for it always has one. Refused input never gets here.
 */
export async function audited<Result>(
  { audit, forwards = false }: Pick<Endpoint, 'audit' | 'forwards'>,
  { caller, event, params, body, objectName, id, comparison }: AuditedRequest,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!audit || (!forwards && isObject(body) && body.dryRun === true)) return await run()
  const { action, object, param = 'id' } = audit
  const objectId = Object.entries(params).find(([name]) => name === param)?.[1]
  const fields = fieldsOf(event.json, body)
  const { requestId, sourceIp } = originOf(event)
  const change = {
    ...actorOf(caller),
    action,
    object,
    ...(typeof objectId === 'string' && objectId !== '' && { objectId }),
    ...(objectName !== undefined && { objectName }),
    ...(fields.length > 0 && { fields }),
    requestId,
    sourceIp,
  }
  return await recordChange([change], run, id, comparison)
}

/** Returns the names of the fields that were sent and that the endpoint knows. */
function fieldsOf(sent: unknown, body: unknown): string[] {
  if (!isObject(sent) || !isObject(body)) return []
  return Object.keys(body)
    .filter((name) => name in sent)
    .slice(0, MOST_FIELDS)
}
