import http from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assertAllowedUrl, type Guard, isGuardedAddress, isLocalName, systemGuard } from './address-guard.ts'
import { sendRequest } from './send-request.ts'
import { type Listening, listen } from './testing/listen.ts'

/** A server on the loopback that no URL below may reach. */
let canary: Listening
let canaryHits = 0
beforeAll(async () => {
  canary = await listen(
    http.createServer((_, response) => {
      canaryHits += 1
      response.end('secret')
    }),
  )
})
afterAll(() => canary[Symbol.asyncDispose]())
beforeEach(() => {
  canaryHits = 0
})

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'loopback.example.com': ['127.0.0.1'],
  'loopback6.example.com': ['::1'],
  'private.example.com': ['10.0.0.7'],
  'metadata.example.com': ['169.254.169.254'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'nat64.example.com': ['64:ff9b::7f00:1'],
  'zone.example.com': ['fe80::1%eth0'],
  'mixed.example.com': ['8.8.8.8', '127.0.0.1'],
  'mixed6.example.com': ['2606:4700:4700::1111', 'fd00:ec2::254'],
  'xn--bcher-kva.example.com': ['127.0.0.1'],
  'odd.example.com': ['not an address'],
}

/** Resolves names from `names`, without the network. */
function guardWith(names: Readonly<Record<string, readonly string[]>>, allowPrivate = false): Guard {
  return {
    allowPrivate,
    resolve: async (name) => {
      const addresses = names[name.replace(/\.$/, '')]
      if (!addresses) throw Object.assign(new Error(`no such name ${name}`), { code: 'ENOTFOUND' })
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
}

const dial = (url: string, guard: Guard, deadlineMs = 2000) =>
  sendRequest({ url, headers: {}, body: '{}', deadlineMs }, guard)

/** Each host is tested with the canary's port. */
const GUARDED_HOSTS = [
  ['dotted', '127.0.0.1'],
  ['another loopback address', '127.8.9.10'],
  ['decimal', '2130706433'],
  ['hexadecimal', '0x7f000001'],
  ['hexadecimal in capitals', '0X7F000001'],
  ['octal', '017700000001'],
  ['dotted octal', '0177.0.0.01'],
  ['dotted hexadecimal', '0x7f.0x0.0x0.0x1'],
  ['mixed bases', '0x7f.0.0.01'],
  ['two parts', '127.1'],
  ['three parts', '127.0.1'],
  ['zero', '0'],
  ['all zeroes', '0.0.0.0'],
  ['trailing dot', '127.0.0.1.'],
  ['short with a trailing dot', '127.1.'],
  ['percent-encoded', '%31%32%37.0.0.1'],
  ['percent-encoded dots', '127%2e0%2e0%2e1'],
  ['full-width digits', '１２７.０.０.１'],
  ['circled digits', '①②⑦.⓪.⓪.①'],
  ['ideographic full stops', '127。0。0。1'],
  ['half-width full stops', '127｡0｡0｡1'],
  ['soft hyphen', '127.0.0.\u00ad1'],
  ['tab inside', '127.0\t.0.1'],
  ['private', '10.0.0.1'],
  ['private, decimal', '167772161'],
  ['private', '192.168.1.1'],
  ['private', '172.16.0.1'],
  ['metadata', '169.254.169.254'],
  ['metadata, decimal', '2852039166'],
  ['metadata, hexadecimal', '0xa9fea9fe'],
  ['metadata, octal', '0251.0376.0251.0376'],
  ['credentials of tasks', '169.254.170.2'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['documentation', '203.0.113.1'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 loopback', '[::1]'],
  ['IPv6 loopback in full', '[0:0:0:0:0:0:0:1]'],
  ['IPv6 unspecified', '[::]'],
  ['IPv4-mapped', '[::ffff:127.0.0.1]'],
  ['IPv4-mapped, hexadecimal', '[::ffff:7f00:1]'],
  ['IPv4-mapped in capitals', '[::FFFF:7F00:1]'],
  ['IPv4-mapped in full', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ['IPv4-compatible', '[::127.0.0.1]'],
  ['IPv4-translated', '[::ffff:0:7f00:1]'],
  ['NAT64', '[64:ff9b::7f00:1]'],
  ['NAT64, local use', '[64:ff9b:1::7f00:1]'],
  ['6to4', '[2002:7f00:1::]'],
  ['Teredo', '[2001:0:7f00:1::1]'],
  ['ISATAP', '[2606:4700::5efe:7f00:1]'],
  ['unique local', '[fd12:3456:789a::1]'],
  ['link-local', '[fe80::1]'],
  ['link-local with a zone', '[fe80::1%25eth0]'],
  ['IPv6 multicast', '[ff02::1]'],
  ['IPv6 documentation', '[2001:db8::1]'],
  ['IPv6 metadata', '[fd00:ec2::254]'],
  ['IPv6 metadata in full', '[fd00:0ec2:0:0:0:0:0:0254]'],
  ['localhost', 'localhost'],
  ['localhost in capitals', 'LOCALHOST'],
  ['localhost with a trailing dot', 'localhost.'],
  ['full-width localhost', 'ｌｏｃａｌｈｏｓｔ'],
  ['a name under localhost', 'anything.localhost'],
  ['metadata by name', 'metadata.google.internal'],
  ['empty label', '127..0.0.1'],
  ['empty label before localhost', '.localhost'],
  ['too large an octet', '127.0.0.256'],
  ['name of loopback', 'loopback.example.com'],
  ['name of loopback with a trailing dot', 'loopback.example.com.'],
  ['name of loopback in capitals', 'LOOPBACK.Example.COM'],
  ['name of IPv6 loopback', 'loopback6.example.com'],
  ['name of a private network', 'private.example.com'],
  ['name of metadata', 'metadata.example.com'],
  ['name of a mapped address', 'mapped.example.com'],
  ['name of a translated address', 'nat64.example.com'],
  ['name of an address with a zone', 'zone.example.com'],
  ['name of a public and a loopback address', 'mixed.example.com'],
  ['name of a public and a metadata address', 'mixed6.example.com'],
  ['international name of loopback', 'bücher.example.com'],
  ['name that resolves to text that is not an address', 'odd.example.com'],
] as const

describe.each(GUARDED_HOSTS)('%s: %s', (_, host) => {
  const url = () => `http://${host}:${canary.port}/hook`
  const guard = guardWith(NAMES)

  test('is rejected on save', async () => {
    await expect(assertAllowedUrl(url(), 'url', guard)).rejects.toMatchObject({ code: 'validation_error', status: 400 })
  })
  test('is never connected to', async () => {
    expect(await dial(url(), guard)).toMatchObject({ outcome: { error: 'blocked_address' }, body: '' })
    expect(await dial(url().replace('http:', 'https:'), guard)).toMatchObject({ outcome: { error: 'blocked_address' } })
    expect(canaryHits).toBe(0)
  })
})

describe.each([
  'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
  'http:127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http:///127.0.0.1/',
  'http://127.0.0.1\\@example.com/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1?@example.com/',
  'https://user:pass@example.com/',
  'http://example.com@127.0.0.1/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'data:text/plain,hello',
  'http://',
  'not a url',
  '',
])('%s', (url) => {
  test('is rejected on save and never connected to', async () => {
    const guard = guardWith({ 'example.com': ['8.8.8.8'] })
    await expect(assertAllowedUrl(url, 'endpoint', guard)).rejects.toMatchObject({ details: [{ path: 'endpoint' }] })
    expect(await dial(url, guard)).toMatchObject({ outcome: { error: 'blocked_address' } })
  })
})

test.each([
  'https://hooks.example.com/in',
  'http://8.8.8.8:8080/',
  'https://[2606:4700:4700::1111]/',
  'https://bücher.example/',
])('%s can be saved', async (url) => {
  const guard = guardWith({
    'hooks.example.com': ['8.8.8.8', '2606:4700:4700::1111'],
    'xn--bcher-kva.example': ['1.1.1.1'],
  })
  await expect(assertAllowedUrl(url, 'url', guard)).resolves.toBe(true)
})

test('a name that does not resolve yet can be saved, and is checked at the connection', async () => {
  const url = `http://later.example.com:${canary.port}/`
  await expect(assertAllowedUrl(url, 'url', guardWith({}))).resolves.toBe(false)
  expect(await dial(url, guardWith({}))).toMatchObject({ outcome: { error: 'dns' } })
  expect(await dial(url, guardWith({ 'later.example.com': ['127.0.0.1'] }))).toMatchObject({
    outcome: { error: 'blocked_address' },
  })
  expect(canaryHits).toBe(0)
})

test('a failed lookup does not say that a name has no address', async () => {
  const resolve = async () => Promise.reject(Object.assign(new Error('try again'), { code: 'EAI_AGAIN' }))
  await expect(assertAllowedUrl('https://a.example/', 'url', { allowPrivate: false, resolve })).resolves.toBe(true)
})

/** A guard that resolves names to `addresses` in order, repeats the last one, and counts the lookups. */
function rebinding(allowPrivate: boolean, ...addresses: readonly string[]) {
  const lookups: string[] = []
  const guard: Guard = {
    allowPrivate,
    resolve: async (name) => {
      const address = addresses[Math.min(lookups.length, addresses.length - 1)] ?? ''
      lookups.push(name)
      return [{ address, family: 4 }]
    },
  }
  return { guard, lookups }
}

test('a name that is rebound after saving is not connected to', async () => {
  const { guard, lookups } = rebinding(false, '8.8.8.8', '127.0.0.1')
  const url = `http://rebound.example.com:${canary.port}/`
  await assertAllowedUrl(url, 'url', guard)
  expect(await dial(url, guard)).toMatchObject({ outcome: { error: 'blocked_address' } })
  expect(lookups).toHaveLength(2)
  expect(canaryHits).toBe(0)
})

test('a connection resolves its name once, and uses the checked address', async () => {
  const { guard, lookups } = rebinding(true, '127.0.0.1', '169.254.169.254')
  const url = `http://once.example.com:${canary.port}/`
  expect(await dial(url, guard)).toMatchObject({ outcome: { status: 200 }, body: 'secret' })
  expect(lookups).toEqual(['once.example.com'])
})

test('a resolver that does not respond ends at the deadline', async () => {
  const guard: Guard = { allowPrivate: false, resolve: () => new Promise(() => {}) }
  const keepAlive = setInterval(() => {}, 1000)
  expect(await dial('http://silent.example.com/', guard, 150)).toMatchObject({ outcome: { error: 'timeout' } })
  clearInterval(keepAlive)
})

test.each([301, 302, 303, 307, 308])('a %i redirect to guarded addresses is not followed', async (status) => {
  let location = `http://127.0.0.1:${canary.port}/secret`
  await using endpoint = await listen(
    http.createServer((_, response) => response.writeHead(status, { location }).end()),
  )
  const guard = guardWith({ 'redirects.example.com': ['127.0.0.1'] }, true)
  const url = `http://redirects.example.com:${endpoint.port}/`
  expect(await dial(url, guard)).toMatchObject({ outcome: { status }, headers: { location } })
  location = 'http://169.254.169.254/latest/meta-data/'
  expect(await dial(url, guard)).toMatchObject({ outcome: { status }, headers: { location } })
  expect(canaryHits).toBe(0)
})

test('a local stage may allow loopback, but not metadata services', async () => {
  const guard = guardWith({ 'metadata.example.com': ['169.254.169.254'], localhost: ['127.0.0.1'] }, true)
  for (const host of ['127.0.0.1', 'localhost']) {
    const url = `http://${host}:${canary.port}/`
    await expect(assertAllowedUrl(url, 'url', guard)).resolves.toBe(true)
    expect(await dial(url, guard)).toMatchObject({ outcome: { status: 200 } })
  }
  for (const url of ['http://169.254.169.254/', 'http://metadata.example.com/', 'http://[fd00:ec2::254]/']) {
    await expect(assertAllowedUrl(url, 'url', guard)).rejects.toMatchObject({ code: 'validation_error' })
    expect(await dial(url, guard)).toMatchObject({ outcome: { error: 'blocked_address' } })
  }
})

test('by default only public addresses are allowed', async () => {
  expect(systemGuard.allowPrivate).toBe(false)
  await expect(assertAllowedUrl(`http://localhost:${canary.port}/`)).rejects.toMatchObject({ code: 'validation_error' })
  const response = await sendRequest({
    url: `http://127.0.0.1:${canary.port}/`,
    headers: {},
    body: '',
    deadlineMs: 2000,
  })
  expect(response.outcome).toEqual({ error: 'blocked_address' })
})

describe('guarded', () => {
  test.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.255.255.255'],
    ['private', '10.0.0.0'],
    ['private', '10.255.255.255'],
    ['carrier-grade NAT', '100.64.0.0'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['metadata of Alibaba Cloud', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['metadata of Azure', '168.63.129.16'],
    ['link-local', '169.254.0.0'],
    ['metadata of AWS', '169.254.169.254'],
    ['credentials of ECS tasks', '169.254.170.2'],
    ['Lambda sandbox', '169.254.76.1'],
    ['link-local', '169.254.255.255'],
    ['private', '172.16.0.0'],
    ['private', '172.31.255.255'],
    ['metadata of Oracle Cloud', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['6to4 relay', '192.88.99.1'],
    ['private', '192.168.0.0'],
    ['private', '192.168.255.255'],
    ['benchmarking', '198.18.0.0'],
    ['benchmarking', '198.19.255.255'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.9'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback', '0:0:0:0:0:0:0:1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped', '::FFFF:7F00:1'],
    ['IPv4-mapped, public', '::ffff:8.8.8.8'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64', '64:ff9b::169.254.169.254'],
    ['NAT64, local use', '64:ff9b:1::7f00:1'],
    ['discard-only', '100::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['benchmarking', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['6to4 of loopback', '2002:7f00:1::1'],
    ['6to4 of metadata', '2002:a9fe:a9fe::'],
    ['documentation', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['unassigned', '4000::1'],
    ['unique local', 'fc00::1'],
    ['metadata of AWS', 'fd00:ec2::254'],
    ['metadata of Google Cloud', 'fd20:ce::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['ISATAP of loopback', '2606:4700::5efe:127.0.0.1'],
    ['ISATAP of a private network', '2606:4700:0:1:200:5efe:10.0.0.1'],
    ['not an address', 'localhost'],
    ['not an address', ''],
  ])('%s: %s', (_, address) => expect(isGuardedAddress(address)).toBe(true))
})

describe('public', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.1',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '192.169.0.1',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '2001:4860:4860::8888',
    '2600::',
    '2606:4700:5efe::1',
  ])('%s', (address) => expect(isGuardedAddress(address)).toBe(false))
})

describe('allowPrivate allows loopback and private networks only', () => {
  test.each(['127.0.0.1', '10.1.2.3', '172.17.0.2', '192.168.1.20', '::1', 'fd12:3456::1'])('%s', (address) =>
    expect(isGuardedAddress(address, true)).toBe(false),
  )
  test.each([
    '169.254.169.254',
    'fd00:ec2::254',
    'fd20:ce::254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
  ])('%s stays guarded', (address) => expect(isGuardedAddress(address, true)).toBe(true))
})

test.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['a.b.localhost', true],
  ['metadata.google.internal', true],
  ['ip-10-0-0-1.ec2.internal.', true],
  ['printer.local', true],
  ['router.home.arpa', true],
  ['localhost.example.com', false],
  ['notlocalhost', false],
  ['internal.example.com', false],
])('%s is a local name: %s', (name, local) => expect(isLocalName(name)).toBe(local))

test.each(['https://shop.example/a b', ' https://shop.example/', 'https://shop.example/\n'])(
  'refuses the spaces of %j',
  async (url) => {
    await expect(assertAllowedUrl(url, 'url', guardWith({}))).rejects.toMatchObject({
      details: [{ path: 'url', message: 'must not contain spaces; write %20' }],
    })
  },
)
