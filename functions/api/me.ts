import * as me from '@replywright/contract/me.ts'
import { viewCaller } from '@replywright/core/people/api-keys/api-keys.ts'
import { route } from '@replywright/http/route.ts'

export const getRoute = () => route(me.getMe, ({ caller }) => viewCaller(caller))
