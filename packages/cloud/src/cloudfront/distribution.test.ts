import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { JsonObject } from '../resource.ts'
import { matchesPath } from './distribution.ts'
import {
  type Asked,
  bucketPolicy,
  CACHING_DISABLED,
  CACHING_OPTIMIZED,
  type FrontGround,
  resource,
  SITE,
  startFrontGround,
} from './distribution-fixture.ts'

let ground: FrontGround
beforeAll(async () => {
  ground = await startFrontGround()
  ground.put('index.html', `<p>${'hello '.repeat(300)}</p>`, 'text/html')
  ground.put('small.txt', 'small', 'text/plain')
  ground.put('photo.png', 'x'.repeat(2000), 'image/png')
})
afterAll(() => ground?.[Symbol.asyncDispose]())
afterEach(() => void vi.useRealTimers())

/** Builds a distribution with one behavior in front of the server. */
const before = (behavior: JsonObject = {}, origin: JsonObject = {}): JsonObject => ({
  DefaultCacheBehavior: {
    TargetOriginId: 'server',
    CachePolicyId: CACHING_DISABLED,
    AllowedMethods: ['GET', 'HEAD', 'POST'],
    ...behavior,
  },
  Origins: [{ Id: 'server', DomainName: ground.domainName, CustomOriginConfig: {}, ...origin }],
})
const site = (more: JsonObject = {}, behavior: JsonObject = {}): JsonObject => ({
  DefaultCacheBehavior: { TargetOriginId: 'site', CachePolicyId: CACHING_OPTIMIZED, Compress: true, ...behavior },
  Origins: [SITE],
  ...more,
})

async function asked(url: string, init?: RequestInit): Promise<Asked> {
  const response = await fetch(url, init)
  expect(response.status).toBe(200)
  return JSON.parse(await response.text())
}

test.each([
  ['*', '/anything/at.all', true],
  ['/api/*', '/api/v1/orders/', true],
  ['/api/*', '/api', false],
  ['api/*', '/api/', true],
  ['/API/*', '/api/v1', false],
  ['*.jpg', '/a/b.jpg', true],
  ['*.jpg', '/a/b.jpgx', false],
  ['/file?.txt', '/file1.txt', true],
  ['/file?.txt', '/file.txt', false],
  ['/a.b', '/aXb', false],
])('matches the pattern %s with the path %s: %s', (pattern, path, fits) => {
  expect(matchesPath(pattern, path)).toBe(fits)
})

const VIEWER = { authorization: 'Bearer t', cookie: 'a=1; b=2', 'x-own': 'x', 'user-agent': 'browser' }

test('does not forward what no policy names', async () => {
  const url = await ground.start(before())
  const { headers, url: path, ...rest } = await asked(`${url}/p?q=1`, { method: 'POST', body: 'text', headers: VIEWER })
  expect([path, rest]).toEqual(['/p', { method: 'POST', body: 'text' }])
  expect(headers).toMatchObject({ 'user-agent': 'Amazon CloudFront', 'x-forwarded-for': '127.0.0.1' })
  for (const name of ['authorization', 'cookie', 'x-own']) expect(headers).not.toHaveProperty(name)
})

test('forwards what a policy of the template names, cache policy or origin request policy', async () => {
  const cache = resource('Cache', 'AWS::CloudFront::CachePolicy', {
    CachePolicyConfig: {
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Authorization'] },
        CookiesConfig: { CookieBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['q'] },
      },
    },
  })
  const request = resource('Request', 'AWS::CloudFront::OriginRequestPolicy', {
    OriginRequestPolicyConfig: {
      HeadersConfig: { HeaderBehavior: 'none' },
      CookiesConfig: { CookieBehavior: 'allExcept', Cookies: ['a'] },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    },
  })
  const url = await ground.start(before({ CachePolicyId: 'Cache', OriginRequestPolicyId: 'Request' }), cache, request)
  const { headers, url: path } = await asked(`${url}/p?q=1&r=2`, { headers: VIEWER })
  expect(path).toBe('/p?q=1')
  expect(headers).toMatchObject({ authorization: 'Bearer t', cookie: 'b=2' })
  expect(headers).not.toHaveProperty('x-own')
})

test('uses the origin’s path and headers, and not the viewer’s host', async () => {
  const origin = { OriginPath: '/base', OriginCustomHeaders: [{ HeaderName: 'X-Secret', HeaderValue: 's' }] }
  const policy = { OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac' }
  const url = await ground.start(before(policy, origin))
  const { headers, url: path } = await asked(`${url}/p/?q=a%20b`, { headers: { ...VIEWER, 'x-secret': 'forged' } })
  expect(path).toBe('/base/p/?q=a%20b')
  expect(headers).toMatchObject({ ...VIEWER, host: ground.domainName, 'x-secret': 's' })
})

test('returns 502 for an unreachable origin', async () => {
  const url = await ground.start(before({}, { DomainName: '127.0.0.1:1' }))
  expect((await fetch(url)).status).toBe(502)
})

test('compresses only large enough text, with an encoding that the viewer accepts', async () => {
  const url = await ground.start(site(), bucketPolicy(['s3:GetObject']))
  const encoding = async (path: string, accepted: string) =>
    (await fetch(url + path, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')
  expect(await encoding('/index.html', 'gzip, br')).toBe('br')
  expect(await encoding('/index.html', 'gzip, br;q=0')).toBe('gzip')
  expect(await encoding('/index.html', 'identity')).toBeNull()
  expect(await encoding('/small.txt', 'gzip, br')).toBeNull()
  expect(await encoding('/photo.png', 'gzip, br')).toBeNull()
  const plain = await ground.start(site({}, { CachePolicyId: CACHING_DISABLED }), bucketPolicy(['s3:GetObject']))
  expect((await fetch(`${plain}/index.html`)).headers.get('content-encoding')).toBeNull()
})

test.each([
  ['without access control', { Origins: [{ Id: 'site', DomainName: 'site.s3.amazonaws.com' }] }, ['s3:GetObject']],
  ['without permission', {}, ['s3:ListBucket']],
])('denies access to a private bucket %s', async (_, more, actions) => {
  const url = await ground.start({ ...site(), ...more }, bucketPolicy(actions))
  expect((await fetch(`${url}/small.txt`)).status).toBe(403)
})

test('denies access to a bucket that only another distribution may read', async () => {
  const other = bucketPolicy(['s3:GetObject'], 'arn:aws:cloudfront::000000000000:distribution/EOTHER')
  expect((await fetch(`${await ground.start(site(), other)}/small.txt`)).status).toBe(403)
})

test('reports a missing object only to a distribution that may list the bucket', async () => {
  const reading = await ground.start(site(), bucketPolicy(['s3:GetObject']))
  expect((await fetch(`${reading}/gone.txt`)).status).toBe(403)
  const listing = await ground.start(site(), bucketPolicy(['s3:GetObject', 's3:ListBucket']))
  expect((await fetch(`${listing}/gone.txt`)).status).toBe(404)
  expect((await fetch(`${listing}/`)).status).toBe(403)
})

test('replaces an error with a custom page', async () => {
  const pages = [{ ErrorCode: 403, ResponseCode: 200, ResponsePagePath: '/small.txt' }]
  const url = await ground.start(site({ CustomErrorResponses: pages }), bucketPolicy(['s3:GetObject']))
  const response = await fetch(`${url}/gone`)
  expect([response.status, await response.text()]).toEqual([200, 'small'])
})

const FORWARD_ALL = { OriginRequestPolicyId: '216adef6-5c7f-47e4-b989-5492eafa07d3' }

test('caches errors for ten seconds, for all queries and viewers, unless the distribution says otherwise', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const statuses = async (url: string, ...asked: number[]) => {
    const got: number[] = []
    for (const status of asked) got.push((await fetch(`${url}/p?status=${status}`)).status)
    return got
  }
  const usual = await ground.start(before(FORWARD_ALL))
  expect(await statuses(usual, 400, 200, 503, 200)).toEqual([400, 200, 503, 503])
  expect((await fetch(`${usual}/p?status=200`, { method: 'POST' })).status).toBe(200)
  vi.setSystemTime(Date.now() + 10_000)
  expect(await statuses(usual, 200)).toEqual([200])
  const errors = [{ ErrorCode: 503, ErrorCachingMinTTL: 0 }]
  const own = await ground.start({ ...before(FORWARD_ALL), CustomErrorResponses: errors })
  expect(await statuses(own, 503, 404, 200)).toEqual([503, 404, 404])
})

test('returns a range of an object', async () => {
  const url = await ground.start(site(), bucketPolicy(['s3:GetObject']))
  const response = await fetch(`${url}/small.txt`, { headers: { range: 'bytes=0-1' } })
  expect([response.status, await response.text()]).toEqual([206, 'sm'])
})

test('sets headers of a policy, overrides the origin’s only where the policy says so, and removes others', async () => {
  const policy = resource('Headers', 'AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      SecurityHeadersConfig: {
        FrameOptions: { FrameOption: 'DENY', Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: false },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Preload: true, Override: true },
        XSSProtection: { Protection: true, ModeBlock: true, Override: true },
      },
      CustomHeadersConfig: { Items: [{ Header: 'X-Custom', Value: 'c', Override: true }] },
      RemoveHeadersConfig: { Items: [{ Header: 'X-Powered-By' }] },
    },
  })
  const reply = { 'x-powered-by': 'p', 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'origin', 'x-kept': 'k' }
  const url = await ground.start(before({ ...FORWARD_ALL, ResponseHeadersPolicyId: 'Headers' }), policy)
  const { headers } = await fetch(`${url}/?reply=${encodeURIComponent(JSON.stringify(reply))}`)
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'origin',
    'strict-transport-security': 'max-age=60; includeSubDomains; preload',
    'x-xss-protection': '1; mode=block',
    'x-custom': 'c',
    'x-kept': 'k',
  })
  expect(headers.get('x-powered-by')).toBeNull()
})

test.each([
  ['an unknown cache policy', { CachePolicyId: 'unknown' }, 'CachePolicy unknown is unknown'],
  ['an unknown headers policy', { ResponseHeadersPolicyId: 'unknown' }, 'unknown is unknown'],
  ['a function at the edge', { LambdaFunctionAssociations: [{}] }, 'LambdaFunctionAssociations is not supported'],
  ['a missing origin', { TargetOriginId: 'other' }, 'no origin other'],
])('throws at startup for %s', async (_, behavior, message) => {
  await expect(ground.start(before(behavior))).rejects.toThrow(message)
})

test('throws at startup for an API that would receive the host of the distribution', async () => {
  const api = resource('api', 'AWS::ApiGateway::RestApi', {})
  await expect(ground.start(before(FORWARD_ALL), api)).rejects.toThrow('* forwards Host to an API')
  const exceptHost = { OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac' }
  await asked(await ground.start(before(exceptHost), api))
})

test('returns 414 for a URL above 8,192 characters', async () => {
  const url = await ground.start(before())
  const statusOf = async (length: number) => (await fetch(`${url}/${'x'.repeat(length - 1)}`)).status
  expect([await statusOf(8192), await statusOf(8193)]).toEqual([200, 414])
})

test('throws at startup for an unsupported origin', async () => {
  await expect(ground.start(before({}, { DomainName: 'example.com' }))).rejects.toThrow('example.com is not supported')
})
