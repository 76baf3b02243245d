import * as usage from '@replywright/contract/dashboard/usage.ts'
import {
  changeUsageLimit,
  changeUsageMail,
  viewUsageLimit,
} from '@replywright/core/people/organizations/usage-limit.ts'
import { compared } from '@replywright/http/compared.ts'
import { route } from '@replywright/http/route.ts'

export const getLimitRoute = () => route(usage.getUsageLimit, ({ caller }) => viewUsageLimit(caller))

export const changeLimitRoute = () =>
  route(usage.changeUsageLimit, ({ caller, body }) => changeUsageLimit(caller, body.limitUsd), {
    compare: compared(usage.changeUsageLimit, ({ caller }) => viewUsageLimit(caller)),
  })

export const changeMailRoute = () =>
  route(usage.changeUsageMail, ({ caller, body }) => changeUsageMail(caller, body.wantsMail))
