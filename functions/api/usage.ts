import * as usage from '@replywright/contract/usage.ts'
import { viewUsage } from '@replywright/core/agents/usage/usage.ts'
import { monthOf } from '@replywright/core/platform/clock.ts'
import { fittingSlice } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const getRoute = () =>
  route(usage.getUsage, async ({ caller, query: { month, offset, limit }, now }) => {
    const whole = await viewUsage(caller.organizationId, month ?? monthOf(now))
    const end = limit === undefined ? undefined : offset + limit
    return { ...whole, agents: fittingSlice(whole.agents.slice(offset, end)) }
  })
