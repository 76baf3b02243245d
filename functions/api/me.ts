import * as me from '@messaging/contract/me.ts'
import { viewCaller } from '@messaging/core/people/api-keys/api-keys.ts'
import { route } from '@messaging/http/route.ts'

export const getRoute = () => route(me.getMe, ({ caller }) => viewCaller(caller))
