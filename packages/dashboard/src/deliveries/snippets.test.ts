import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { curlSnippet, nodeSnippet, type Signed, shellSnippet, signedBy } from './snippets.ts'

const attempt = {
  at: '2026-11-21T06:00:00.000Z',
  durationMs: 5,
  status: 200,
  cause: null,
  explanation: '',
  fix: null,
  requestHeaders: { 'Content-Type': 'application/json', 'X-Service-Event': 'message.received' },
  signaturesShown: true,
  responseHeaders: {},
  responseBody: '',
  responseBodyCut: false,
  responseBodyLate: false,
}

test('passes the URL, each header and the exact body to curl', () => {
  const payload = `{"text":"it's \\"$HOME\\" \\\\ \`id\`"}`
  const url = 'https://shop.example.com/hook?a=1&b=2'
  const script = curlSnippet({ url, payload, attempts: [attempt] }) ?? ''
  // A function in place of curl prints its arguments.
  const printed = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${script}`], { encoding: 'utf8' })
  expect(printed.trimEnd().split('\n')).toEqual([
    '-i',
    url,
    '-H',
    'Content-Type: application/json',
    '-H',
    'X-Service-Event: message.received',
    '--data-raw',
    payload,
  ])
})

test('needs an attempt', () => {
  expect(curlSnippet({ url: 'https://shop.example.com', payload: '{}', attempts: [] })).toBeUndefined()
})

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const payload = JSON.stringify({ body: `it's "quoted", $HOME \`ls\` \\ %s ${'é'}\nnew line` })
const timestamp = '1795167600'
const mac = createHmac('sha256', SECRET).update(`${timestamp}.${payload}`).digest('hex')

function signed(header: string): Signed {
  const found = signedBy(header, payload)
  if (!found) throw new Error('not a signature header')
  return found
}

const run = (command: string, flags: readonly string[], script: string) =>
  execFileSync(command, [...flags, script], { env: { ...process.env, SECRET }, encoding: 'utf8' }).trim()

test.each([
  ['a valid', mac, 'true'],
  ['an invalid', '0'.repeat(64), 'false'],
])('both snippets check %s signature', (_, signature, output) => {
  const input = signed(`t=${timestamp},v1=${signature}`)
  expect(run('sh', ['-c'], shellSnippet(input))).toBe(output)
  expect(run(process.execPath, ['--input-type=module', '-e'], nodeSnippet(input))).toBe(output)
})

test.each([undefined, '', 't=1,v1=short', 'hidden'])('rejects the signature header %j', (header) => {
  expect(signedBy(header, payload)).toBeUndefined()
})
