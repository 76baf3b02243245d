import * as usage from '@replywright/contract/usage.ts'
import { viewUsage } from '@replywright/core/agents/usage/usage.ts'
import { monthOf } from '@replywright/core/platform/clock.ts'
import { fittingSlice } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const getRoute = () =>
  route(usage.getUsage, async ({ caller, query: { month, offset, limit }, now }) => {
    const { agents, ...rest } = await viewUsage(caller.organizationId, month ?? monthOf(now))
    return { ...rest, agents: fittingSlice(agents.slice(offset, limit === undefined ? undefined : offset + limit)) }
  })
