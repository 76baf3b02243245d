import type { MiddlewareObj } from '@middy/core'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { isObject } from '@replywright/contract/json.ts'
import { includesRole } from '@replywright/contract/roles.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { authenticate, authenticateUser, limitRequests } from '@replywright/core/people/authenticate.ts'
import { requireOperator } from '@replywright/core/people/sessions/operator-access.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { InternalError, ServiceError } from '@replywright/core/platform/errors.ts'
import { addFacts } from '@replywright/core/platform/log/log.ts'
import type { Caller } from '@replywright/core/platform/request.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { recordResponse } from './request-log.ts'
import type { RouteEvent } from './stack.ts'

/**
 * Sets `event.caller` if it may call the endpoint. Runs before `jsonBody`, so that other bodies are not parsed.
 * @throws ServiceError 401, 403 or 404, and RateLimitError
 */
export function authorized({
  access,
  role,
  keyRole = role,
  group,
}: Pick<Endpoint, 'access' | 'role' | 'keyRole' | 'group'>): MiddlewareObj<RouteEvent, APIGatewayProxyResult> {
  return {
    before: async ({ event }) => {
      const caller = await callerOf(access, event, systemClock())
      addFacts({ organizationId: caller.organizationId })
      // Also what the caller may not do is recorded.
      recordResponse(event, caller)
      if (caller.apiKey) requirePermission(caller, access)
      requireRole(caller, caller.apiKey ? keyRole : role)
      if (group !== undefined) await requireOperator(caller)
      event.caller = caller
    },
  }
}

/** An API key changes nothing that belongs to its owner only, such as their profile, so it needs `full` for every change. */
function requirePermission({ permission, role }: Caller, access: Endpoint['access']): void {
  if (access !== 'write' || permission === 'full') return
  throw new ServiceError(
    'permission_denied',
    role === 'viewer'
      ? 'The owner of this API key is a viewer of the organisation, so the key may only read. Use a key of a member or an admin.'
      : 'This API key may only read. Use a key with full permission.',
  )
}

function requireRole({ role, apiKey }: Caller, required: Endpoint['role']): void {
  if (includesRole(role, required)) return
  throw new ServiceError(
    'permission_denied',
    apiKey
      ? `The owner of this API key has the role ${role} in the organisation. This requires the role ${required}. Use a key of a user with this role.`
      : `Your role in this organisation is ${role}. This requires the role ${required}. Ask an admin of the organisation.`,
  )
}

/** Returns the caller that `authorized` set. */
export function requireCaller({ caller }: RouteEvent): Caller {
  if (!caller) throw new InternalError('the route does not authorize its callers')
  return caller
}

/**
 * Returns the user of the token, which API Gateway has verified. The header X-Organization-Id selects one of their
 * organisations. Changes require the current membership: an invitation, an API key or a share outlives the access of a
 * removed member. For endpoints with API keys, returns the owner of the key.
 */
async function callerOf(
  access: Endpoint['access'],
  { requestContext, headers }: APIGatewayProxyEvent,
  now: EpochMs,
): Promise<Caller> {
  const claims: unknown = requestContext.authorizer?.claims
  if (!isObject(claims)) return await authenticate(requestContext.identity.apiKeyId, now)
  const isCurrent = access !== 'read'
  const caller = await authenticateUser({ ...claims }, headers['x-organization-id'], now, { isCurrent })
  await limitRequests(caller.userId, access === 'read' ? 'read' : 'write', now)
  return caller
}
