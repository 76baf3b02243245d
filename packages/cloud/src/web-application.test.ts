import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Cloud, startCloud } from './cloud.ts'
import { writeAssembly } from './testing/assembly.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'
import { API_KEY, FUNCTIONS, PAGE, SITE, webApplication } from './testing/web-application.ts'
import { manualTime } from './time.ts'

const directory = temporaryDirectory()
const EMAIL = 'jane@example.com'
const PASSWORD = 'correct-Horse-1'
const time = manualTime(Date.UTC(2026, 3, 9, 12, 34, 56))

const assembly = join(directory.path, 'cdk.out')
const dataDir = join(directory.path, 'data')

let cloud: Cloud
let url: string
async function start() {
  cloud = await startCloud({ assembly, dynamodb: inject('dynamodb'), dataDir, time })
  url = cloud.distributionUrl(cloud.resource('Distribution'))
}
beforeAll(async () => {
  writeAssembly(assembly, webApplication(), FUNCTIONS, { site: SITE })
  await start()
})
afterAll(async () => {
  await cloud?.stop()
  directory[Symbol.dispose]()
})

async function tokensOf(pool: string, groups: readonly string[] = []) {
  const configuration = { endpoint: cloud.endpointUrl, region: cloud.environment.region }
  const cognito = new CognitoIdentityProvider({ ...configuration, credentials: cloud.administrator })
  const ClientId = cloud.resource(`${pool}Client`).physicalId
  const UserPoolId = cloud.resource(pool, 'AWS::Cognito::UserPool').physicalId
  const { UserSub } = await cognito.signUp({ ClientId, Username: EMAIL, Password: PASSWORD })
  const { code } = cloud.mail.at(-1) ?? {}
  await cognito.confirmSignUp({ ClientId, Username: EMAIL, ConfirmationCode: code })
  for (const GroupName of groups) await cognito.adminAddUserToGroup({ UserPoolId, Username: EMAIL, GroupName })
  const AuthParameters = { USERNAME: EMAIL, PASSWORD }
  const { AuthenticationResult } = await cognito.initiateAuth({
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters,
  })
  const { IdToken = '', AccessToken = '' } = AuthenticationResult ?? {}
  return { sub: UserSub, ClientId, UserPoolId, IdToken, AccessToken }
}

const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('serves the page from the private bucket, with the headers of the policy', async () => {
  const response = await fetch(`${url}/`, { headers: { 'accept-encoding': 'gzip, br' } })
  expect([response.status, await response.text()]).toEqual([200, PAGE])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    'content-security-policy': `default-src 'none'; img-src 'self' ${cloud.endpointUrl}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  })
})

test('serves the application for a path without a dot, but not for a missing file', async () => {
  expect(await (await fetch(`${url}/orders/some-id`)).text()).toBe(PAGE)
  expect((await fetch(`${url}/assets/gone.js`)).status).toBe(403)
})

test('caches content-named files permanently, and does not send them twice', async () => {
  const response = await fetch(`${url}/assets/app-1a2b.js`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-type')).toBe('text/javascript')
  for (const path of ['/assets/app-1a2b.js', '/']) {
    const { headers } = await fetch(url + path)
    const again = await fetch(url + path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  }
})

test('rejects a method that a behavior does not name', async () => {
  expect((await fetch(`${url}/`, { method: 'POST', body: 'x' })).status).toBe(403)
})

test('uses the routes and authorization of each API behind the distribution', async () => {
  const keyless = await fetch(`${url}/api/1`)
  expect([keyless.status, await keyless.json()]).toEqual([403, { message: 'Forbidden' }])
  const tokenless = await fetch(`${url}/private/1`)
  expect([tokenless.status, await tokenless.json()]).toEqual([401, { message: 'Unauthorized' }])
  const keyed = await fetch(`${url}/api/1`, { headers: { 'x-api-key': API_KEY } })
  const { physicalId: apiId } = cloud.resource('Public', 'AWS::ApiGateway::RestApi')
  expect(await keyed.json()).toMatchObject({ path: '/api/1', requestContext: { apiId, stage: 'live' } })
  const keyedWhereTokensAreAsked = await fetch(`${url}/private/1`, { headers: { 'x-api-key': API_KEY } })
  expect(keyedWhereTokensAreAsked.status).toBe(401)
  const elsewhere = await fetch(`${cloud.restApiUrl(cloud.resource('Public', 'AWS::ApiGateway::RestApi'))}/private/1`)
  expect(elsewhere.status).toBe(403)
})

test('accepts an id token of the pool, and passes its claims as text', async () => {
  const { IdToken, AccessToken, sub, ClientId, UserPoolId } = await tokensOf('Pool', ['operators', 'readers'])
  for (const authorization of [IdToken, `Bearer ${IdToken}`]) {
    const headers = { authorization, cookie: 'session=1', 'x-organization-id': 'o' }
    const response = await fetch(`${url}/private/7?q=1`, { headers })
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2'])
    expect(await response.json()).toMatchObject({
      pathParameters: { id: '7' },
      queryStringParameters: { q: '1' },
      headers: { cookie: 'session=1', 'x-organization-id': 'o' },
      requestContext: {
        authorizer: {
          claims: {
            sub,
            aud: ClientId,
            email: EMAIL,
            email_verified: 'true',
            'cognito:groups': 'operators,readers',
            token_use: 'id',
            iss: `https://cognito-idp.eu-central-1.amazonaws.com/${UserPoolId}`,
            auth_time: String(Math.floor(time.now() / 1000)),
            iat: 'Thu Apr 09 12:34:56 UTC 2026',
            exp: 'Thu Apr 09 13:34:56 UTC 2026',
          },
        },
      },
    })
  }
  expect((await fetch(`${url}/private/1`, bearing(AccessToken))).status).toBe(401)
  time.advance(3_600_000)
  const late = await fetch(`${url}/private/1`, bearing(IdToken))
  expect([late.status, await late.json()]).toEqual([401, { message: 'The incoming token has expired' }])
  expect(late.headers.get('x-amzn-errortype')).toBe('UnauthorizedException')
})

test('rejects an unknown token, and one of another pool or use', async () => {
  const { IdToken, AccessToken } = await tokensOf('OtherPool')
  const [header = '', payload = ''] = IdToken.split('.')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  for (const token of [IdToken, AccessToken, unsigned, `${header}.${payload}.AAAA`, 'garbage']) {
    const response = await fetch(`${url}/private/1`, bearing(token))
    expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }])
  }
})

test('returns the distribution’s local address in outputs', () => {
  expect(cloud.outputs.Test).toEqual({ Url: `${url}/` })
})

test('copies the site again if one of its files is damaged', async () => {
  await cloud.stop()
  const objects = join(dataDir, 'fauxqs/objects/buckets', cloud.resource('Bucket').physicalId, 'objects')
  writeFileSync(join(objects, 'index.html.meta.json'), '')
  await start()
  expect(await (await fetch(`${url}/`)).text()).toBe(PAGE)
})
