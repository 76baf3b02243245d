import * as usage from '@replywright/contract/dashboard/usage.ts'
import { viewUsage } from '@replywright/core/agents/usage/usage.ts'
import {
  changeUsageLimit,
  changeUsageMail,
  viewUsageLimit,
} from '@replywright/core/people/organizations/organizations.ts'
import { monthOf } from '@replywright/core/platform/clock.ts'
import { compared } from '@replywright/http/compared.ts'
import { route } from '@replywright/http/route.ts'

export const getRoute = () =>
  route(usage.getUsage, async ({ caller, now }) => {
    const whole = await viewUsage(caller.organizationId, monthOf(now))
    return { ...whole, agents: whole.agents.slice(0, usage.MOST_AGENTS_IN_USAGE) }
  })

export const getLimitRoute = () => route(usage.getUsageLimit, ({ caller }) => viewUsageLimit(caller))

export const changeLimitRoute = () =>
  route(usage.changeUsageLimit, ({ caller, body }) => changeUsageLimit(caller, body.limitUsd), {
    compare: compared(usage.changeUsageLimit, ({ caller }) => viewUsageLimit(caller)),
  })

export const changeMailRoute = () =>
  route(usage.changeUsageMail, ({ caller, body }) => changeUsageMail(caller, body.wantsMail))
