import { type Call, findRoute, type Route, type RouteReply } from '../../router.ts'
import type { World } from '../world.ts'
import { GraphError } from './graph-error.ts'
import { downloadMedia, uploadMedia } from './media.ts'
import { addPhoneNumber, getPhoneNumbers, registerPhoneNumber, subscribeApp } from './phone-numbers.ts'
import { sendMessage } from './send-message.ts'
import { createTemplate, deleteTemplates, editTemplate, listTemplates } from './templates.ts'
import { debugToken, exchangeCode, getObject } from './tokens.ts'
import { beginUpload, getApp } from './uploads.ts'

/** Calls that authenticate with the app's secret instead of an access token. */
const withoutToken: readonly Route<World>[] = [...exchangeCode, debugToken]

/** The routes of the provider's API, in the order of matching. */
const routes: readonly Route<World>[] = [
  sendMessage,
  getPhoneNumbers,
  addPhoneNumber,
  registerPhoneNumber,
  uploadMedia,
  beginUpload,
  createTemplate,
  listTemplates,
  deleteTemplates,
  subscribeApp,
  ...withoutToken,
  downloadMedia,
  getApp,
  getObject,
  editTemplate,
]

/** Handles a call of the provider's API. Errors have the provider's format. */
export async function handleGraph(call: Omit<Call, 'param'>, world: World): Promise<RouteReply> {
  try {
    const found = findRoute(routes, call)
    if (!found || (found.route !== downloadMedia && !/^\/v\d+\.\d+\//.test(call.path)))
      throw new GraphError({ code: 2500, message: `Unknown path components: ${call.path}` })
    if (!withoutToken.includes(found.route)) requireToken(call, world)
    return await found.route.handle(found.call, world)
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    return { status: error.status, body: error.body }
  }
}

function requireToken({ headers }: Omit<Call, 'param'>, { accessToken, signups }: World): void {
  const token = /^(?:Bearer|OAuth) (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined)
    throw new GraphError({ code: 190, message: 'An access token is required to request this resource.' })
  if (accessToken !== undefined && token !== accessToken && !signups.accountsOf(token))
    throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
}
