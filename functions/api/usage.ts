import * as usage from '@messaging/contract/usage.ts'
import { viewUsage } from '@messaging/core/agents/usage/usage.ts'
import { monthOf } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

export const getRoute = () =>
  route(usage.getUsage, ({ caller, query, now }) => viewUsage(caller.organizationId, query.month ?? monthOf(now)))
