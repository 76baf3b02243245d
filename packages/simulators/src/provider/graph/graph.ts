import { type Call, findRoute, type Route, type RouteReply } from '../../router.ts'
import { hasEnded } from '../era.ts'
import type { World } from '../world.ts'
import { GraphError, unknownObject } from './graph-error.ts'
import { beginUpload, downloadMedia, getApp, uploadMedia } from './media.ts'
import { addPhoneNumber, findAccount, getPhoneNumbers, registerPhoneNumber, subscribeApp } from './phone-numbers.ts'
import { sendMarketing, sendMessage } from './send-message.ts'
import { createTemplate, deleteTemplates, editTemplate, listTemplates } from './templates.ts'
import { controlThread } from './thread-control.ts'
import { debugToken, exchangeCode, getObject } from './tokens.ts'

/** Calls that authenticate with the app's secret instead of an access token. */
const withoutToken: readonly Route<World>[] = [...exchangeCode, debugToken]

/** The routes of the provider's API, in the order of matching. */
const routes: readonly Route<World>[] = [
  sendMessage,
  sendMarketing,
  getPhoneNumbers,
  addPhoneNumber,
  registerPhoneNumber,
  controlThread,
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
    const version = call.path.split('/')[1] ?? ''
    if (hasEnded(version, world.era.date))
      throw new GraphError({
        code: 2635,
        status: 400,
        message: `You are calling a deprecated version of the API: ${version}`,
      })
    if (!withoutToken.includes(found.route)) requireAccess(call, world)
    return await found.route.handle(found.call, world)
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    return { status: error.status, body: error.body }
  }
}

/** @throws GraphError for an invalid token, and for an object of an account to which the token gives no access */
function requireAccess({ headers, path }: Omit<Call, 'param'>, world: World): void {
  const { accessToken, signups } = world
  const token = /^(?:Bearer|OAuth) (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined)
    throw new GraphError({ code: 190, message: 'An access token is required to request this resource.' })
  const granted = signups.accountsOf(token)
  if (accessToken !== undefined && token !== accessToken && !granted)
    throw new GraphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
  const [, , id = ''] = path.split('/')
  const wabaId = accountOf(id, world)
  if (wabaId === undefined) return
  const isForeign = granted ? !granted.includes(wabaId) : token === accessToken && signups.accounts.has(wabaId)
  if (isForeign) throw unknownObject(id)
}

/** Returns the account of a number, a template or a file, or that has this id; undefined if the object does not exist. */
function accountOf(id: string, world: World): string | undefined {
  const { numbers, templates, media } = world
  const phoneNumberId = media.numberOf(id) ?? id
  const number = numbers.find((each) => each.phoneNumberId === phoneNumberId)
  return number?.wabaId ?? templates.get(id)?.wabaId ?? findAccount(world, id)?.wabaId
}
