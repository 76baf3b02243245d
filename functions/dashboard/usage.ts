import * as usage from '@messaging/contract/dashboard/usage.ts'
import { viewUsage } from '@messaging/core/agents/usage/usage.ts'
import {
  changeUsageLimit,
  changeUsageMail,
  viewUsageLimit,
} from '@messaging/core/people/organizations/organizations.ts'
import { monthOf } from '@messaging/core/platform/clock.ts'
import { compared } from '@messaging/http/compared.ts'
import { route } from '@messaging/http/route.ts'

export const getRoute = () => route(usage.getUsage, ({ caller, now }) => viewUsage(caller.organizationId, monthOf(now)))

export const getLimitRoute = () => route(usage.getUsageLimit, ({ caller }) => viewUsageLimit(caller))

export const changeLimitRoute = () =>
  route(usage.changeUsageLimit, ({ caller, body }) => changeUsageLimit(caller, body.limitUsd), {
    compare: compared(usage.changeUsageLimit, ({ caller }) => viewUsageLimit(caller)),
  })

export const changeMailRoute = () =>
  route(usage.changeUsageMail, ({ caller, body }) => changeUsageMail(caller, body.wantsMail))
