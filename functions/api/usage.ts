import * as usage from '@replywright/contract/usage.ts'
import { viewUsage } from '@replywright/core/agents/usage/usage.ts'
import { monthOf } from '@replywright/core/platform/clock.ts'
import { route } from '@replywright/http/route.ts'

export const getRoute = () =>
  route(usage.getUsage, ({ caller, query, now }) => viewUsage(caller.organizationId, query.month ?? monthOf(now)))
