import type { Call, Route } from '../../router.ts'
import { templateObject } from '../templates.ts'
import type { World } from '../world.ts'
import { GraphError, unknownObject } from './graph-error.ts'
import { findAccount, phoneNumberObject } from './phone-numbers.ts'

/** `GET /{version}/{id}`: a number, account, template or media file (of the number in `phone_number_id`, if given). */
export const getObject: Route<World> = {
  method: 'GET',
  path: '/{version}/{id}',
  handle({ param, query }, world) {
    const found = describe(param('id'), query.get('phone_number_id'), world)
    if (!found) throw unknownObject(param('id'))
    return { status: 200, body: found }
  },
}

/** `GET` or `POST /{version}/oauth/access_token`: exchanges a signup's code for an access token. Requires no token. */
const exchange = ({ query, body, headers }: Call, { signups }: World) => {
  const form = (headers['content-type'] ?? '').includes('json')
    ? new URLSearchParams(JSON.parse(body.toString()))
    : new URLSearchParams(body.toString())
  const given = (name: string) => query.get(name) ?? form.get(name) ?? ''
  const { appId, appSecret } = signups.app
  if (given('client_id') !== appId || given('client_secret') !== appSecret)
    throw new GraphError({ code: 101, status: 400, message: 'Error validating client secret.' })
  const token = signups.redeem(given('code'), given('redirect_uri'))
  if (token === undefined)
    throw new GraphError({
      code: 100,
      subcode: 36009,
      message: 'This authorization code has been used or is not valid.',
    })
  return { status: 200, body: { access_token: token, token_type: 'bearer' } }
}

const path = '/{version}/oauth/access_token'

export const exchangeCode: readonly Route<World>[] = [
  { method: 'GET', path, handle: exchange },
  { method: 'POST', path, handle: exchange },
]

/** `GET /{version}/debug_token`: describes a token. The app's own token is `{app id}|{app secret}`. */
export const debugToken: Route<World> = {
  method: 'GET',
  path: '/{version}/debug_token',
  handle({ query, headers }, { signups }) {
    const { appId, appSecret } = signups.app
    const own = query.get('access_token') ?? (headers.authorization ?? '').replace(/^Bearer /, '')
    if (own !== `${appId}|${appSecret}`) throw new GraphError({ code: 190, message: 'Invalid OAuth access token' })
    const wabaIds = signups.accountsOf(query.get('input_token') ?? '')
    const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']
    const data = wabaIds
      ? { app_id: appId, is_valid: true, granular_scopes: scopes.map((scope) => ({ scope, target_ids: wabaIds })) }
      : { app_id: appId, is_valid: false, error: { code: 190, message: 'Invalid OAuth access token' } }
    return { status: 200, body: { data } }
  },
}

function describe(id: string, phoneNumberId: string | null, world: World) {
  const number = world.numbers.find((other) => other.phoneNumberId === id)
  if (number)
    return {
      ...phoneNumberObject(number),
      messaging_limit_tier: 'TIER_1K',
      health_status: { can_send_message: world.canSend },
    }
  const account = findAccount(world, id)
  if (account) return { id, name: account.name }
  const template = world.templates.get(id)
  return template ? templateObject(template) : world.media.describe(id, phoneNumberId)
}
