import { type Call, findRoute, type Route, type RouteReply } from '../../router.ts'
import type { World } from '../world.ts'
import { downloadMedia } from './download-media.ts'
import { getObject } from './get-object.ts'
import { getPhoneNumbers } from './get-phone-numbers.ts'
import { GraphError } from './graph-error.ts'
import { sendMessage } from './send-message.ts'

/** The provider's API, in the order in which paths are tried. */
const routes: readonly Route<World>[] = [sendMessage, getPhoneNumbers, downloadMedia, getObject]

/** Answers a call of the provider's API; whatever is wrong is told in the provider's error shape. */
export async function answerGraph(call: Omit<Call, 'param'>, world: World): Promise<RouteReply> {
  try {
    const found = findRoute(routes, call)
    if (!found || (found.route !== downloadMedia && !/^\/v\d+\.\d+\//.test(call.path)))
      throw new GraphError({ code: 2500, message: `Unknown path components: ${call.path}` })
    requireToken(call, world)
    return await found.route.handle(found.call, world)
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    return { status: error.status, body: error.body }
  }
}

function requireToken({ headers }: Omit<Call, 'param'>, { accessToken }: World): void {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined)
    throw new GraphError({ code: 190, message: 'An access token is required to request this resource.' })
  if (accessToken !== undefined && token !== accessToken)
    throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
}
