import * as session from '@replywright/contract/dashboard/session.ts'
import { viewMe } from '@replywright/core/agents/shares/my-shares.ts'
import { route } from '@replywright/http/route.ts'

export const meRoute = () => route(session.getMe, ({ caller, now }) => viewMe(caller, now))
