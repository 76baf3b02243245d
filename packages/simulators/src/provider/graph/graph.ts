import { type Call, findRoute, type Route, type RouteReply } from '../../router.ts'
import type { World } from '../world.ts'
import { addPhoneNumber } from './add-phone-number.ts'
import { createTemplate } from './create-template.ts'
import { debugToken } from './debug-token.ts'
import { deleteTemplates } from './delete-templates.ts'
import { downloadMedia } from './download-media.ts'
import { editTemplate } from './edit-template.ts'
import { exchangeCode } from './exchange-code.ts'
import { getObject } from './get-object.ts'
import { getPhoneNumbers } from './get-phone-numbers.ts'
import { GraphError } from './graph-error.ts'
import { listTemplates } from './list-templates.ts'
import { registerPhoneNumber } from './register-phone-number.ts'
import { sendMessage } from './send-message.ts'
import { subscribeApp } from './subscribe-app.ts'
import { uploadMedia } from './upload-media.ts'

/** Calls that authenticate with the app's secret instead of an access token. */
const withoutToken: readonly Route<World>[] = [...exchangeCode, debugToken]

/** The routes of the provider's API, in the order of matching. */
const routes: readonly Route<World>[] = [
  sendMessage,
  getPhoneNumbers,
  addPhoneNumber,
  registerPhoneNumber,
  uploadMedia,
  createTemplate,
  listTemplates,
  deleteTemplates,
  subscribeApp,
  ...withoutToken,
  downloadMedia,
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
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined)
    throw new GraphError({ code: 190, message: 'An access token is required to request this resource.' })
  if (accessToken !== undefined && token !== accessToken && !signups.accountsOf(token))
    throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
}
