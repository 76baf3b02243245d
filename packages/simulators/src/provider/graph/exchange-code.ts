import type { Call, Route } from '../../router.ts'
import type { World } from '../world.ts'
import { GraphError } from './graph-error.ts'

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
