import * as session from '@messaging/contract/dashboard/session.ts'
import { viewMe } from '@messaging/core/people/users/accounts.ts'
import { route } from '@messaging/http/route.ts'

export const meRoute = () => route(session.getMe, ({ caller, now }) => viewMe(caller, now))
