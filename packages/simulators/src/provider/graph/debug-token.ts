import type { Route } from '../../router.ts'
import type { World } from '../world.ts'
import { GraphError } from './graph-error.ts'

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
