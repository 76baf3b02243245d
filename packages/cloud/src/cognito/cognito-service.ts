import { join } from 'node:path'
import { type Call, jsonCall, type Reply, type Service } from '../front-door/call.ts'
import { jsonErrors } from '../front-door/error-shapes.ts'
import type { Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Time } from '../time.ts'
import { ADMIN_ACTIONS, GROUP_ACTIONS, POOL_ACTIONS } from './admin-actions.ts'
import { type CognitoContext, createAttempts, poolOf, type UserPool } from './context.ts'
import type { Outbox } from './mail.ts'
import { ADMIN_MFA_ACTIONS, MFA_ACTIONS } from './mfa-actions.ts'
import { PASSWORD_ACTIONS } from './password-actions.ts'
import { openPoolStore } from './pool-store.ts'
import { SESSION_ACTIONS, SIGN_IN_ACTIONS } from './sign-in-actions.ts'
import { SIGN_UP_ACTIONS } from './sign-up-actions.ts'
import { openSigningKey } from './tokens.ts'
import { userPoolsOf } from './user-pools.ts'

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.'

/** Actions without a signature. A client id, password, code or token identifies the caller. */
const PUBLIC_ACTIONS = {
  ...SIGN_UP_ACTIONS,
  ...SIGN_IN_ACTIONS,
  ...SESSION_ACTIONS,
  ...PASSWORD_ACTIONS,
  ...MFA_ACTIONS,
}
const SIGNED_ACTIONS = { ...ADMIN_ACTIONS, ...GROUP_ACTIONS, ...POOL_ACTIONS, ...ADMIN_MFA_ACTIONS }
const ACTIONS = { ...PUBLIC_ACTIONS, ...SIGNED_ACTIONS }

const JWKS_PATH = /^\/([\w-]+)\/\.well-known\/jwks\.json$/

/** Opens the user pools of the template with their data in `dataDir`. */
export async function openUserPools(options: {
  readonly resources: readonly Resource[]
  readonly region: string
  readonly dataDir: string
}): Promise<readonly UserPool[]> {
  const { resources, region, dataDir } = options
  return Promise.all(
    userPoolsOf(resources, region).map(async (settings) => ({
      settings,
      store: openPoolStore(join(dataDir, `${settings.id}.json`)),
      key: await openSigningKey(join(dataDir, `${settings.id}.key.json`)),
    })),
  )
}

/** Builds the user pools of Amazon Cognito, with their public keys at `/<pool>/.well-known/jwks.json`. */
export function cognitoService(options: {
  readonly pools: readonly UserPool[]
  readonly outbox: Outbox
  readonly time: Time
}): Service {
  const { pools, outbox, time } = options
  const context: CognitoContext = {
    pools,
    outbox,
    attempts: createAttempts(),
    challenges: new Map(),
    now: time.now,
  }
  return {
    actions: Object.keys(ACTIONS),
    refusals: {
      unknownClient: [400, 'UnrecognizedClientException'],
      denied: [400, 'AccessDeniedException'],
      failed: [500, 'InternalErrorException'],
      throttled: [400, 'TooManyRequestsException', 'Rate exceeded'],
    },
    error: jsonErrors('com.amazonaws.cognitoidentityprovider', '1.1'),
    isPublic({ method, url, headers }) {
      const target = headers['x-amz-target']
      if (typeof target !== 'string') return method === 'GET' && JWKS_PATH.test(url.pathname)
      return target.startsWith(TARGET_PREFIX) && Object.hasOwn(PUBLIC_ACTIONS, target.slice(TARGET_PREFIX.length))
    },
    access(call) {
      if (isJwksCall(call)) return { action: 'GetJwks', needs: [] }
      const { action, input } = jsonCall(call)
      if (!Object.hasOwn(ACTIONS, action)) {
        throw new ServiceError(400, 'UnknownOperationException', `${action} is not supported`)
      }
      if (!Object.hasOwn(SIGNED_ACTIONS, action)) return { action, needs: [] }
      const resource = poolOf(input, context).settings.arn
      return { action, needs: [{ action: `cognito-idp:${action}`, resource }] }
    },
    async handle(call) {
      if (isJwksCall(call)) return jwks(call, pools)
      const { action, input } = jsonCall(call)
      const output = (await ACTIONS[action]?.(input, context)) ?? {}
      return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body: JSON.stringify(output) }
    },
  }
}

function isJwksCall({ method, url }: Call): boolean {
  return method === 'GET' && JWKS_PATH.test(url.pathname)
}

function jwks({ url }: Call, pools: readonly UserPool[]): Reply {
  const id = JWKS_PATH.exec(url.pathname)?.[1]
  const pool = pools.find(({ settings }) => settings.id === id)
  if (!pool) throw new ServiceError(404, 'ResourceNotFoundException', `User pool ${id} does not exist.`)
  const body = JSON.stringify({ keys: [pool.key.jwk] })
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}
