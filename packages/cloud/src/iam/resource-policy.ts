import { objectAt, objectsOf, textsOf } from '../json.ts'
import type { Json } from '../resource.ts'
import { type AccessRequest, decide, parsePolicy } from './policy.ts'

/** Returns whether a resource policy allows a service (for example `events.amazonaws.com`) a request. */
export function mayService(document: Json | undefined, service: string, request: AccessRequest): boolean {
  const statements = objectsOf(objectAt({ document: document ?? null }, 'document').Statement)
  const concerning = statements.filter(({ Principal }) => namesService(Principal, service))
  return decide(parsePolicy({ Statement: concerning }), request) === 'allow'
}

function namesService(principal: Json | undefined, service: string): boolean {
  return principal === '*' || textsOf(objectAt({ principal: principal ?? null }, 'principal').Service).includes(service)
}
