import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlSnippet } from './curl-snippet.ts'

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
