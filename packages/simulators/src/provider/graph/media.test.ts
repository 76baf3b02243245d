import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../clock.ts'
import { type Provider, startProvider } from '../provider.ts'

let provider: Provider
beforeEach(async () => {
  provider = await startProvider({
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    ingressUrl: 'http://127.0.0.1:1/',
    numbers: [],
    accessToken: 'token',
    clock: manualClock(0),
  })
})
afterEach(() => provider.stop())

async function call(method: string, path: string, init: RequestInit = {}): Promise<{ id?: string; h?: string }> {
  const response = await fetch(`${provider.url}/v26.0${path}`, {
    method,
    ...init,
    headers: { authorization: 'OAuth token', ...init.headers },
  })
  return JSON.parse(await response.text())
}

test('a file is uploaded in a session of the app, and has a handle', async () => {
  const { id: app } = await call('GET', '/app?fields=id')
  const { id: session } = await call('POST', `/${app}/uploads?file_length=3&file_type=image%2Fpng&file_name=a.png`)
  expect(session).toMatch(/^upload:/)
  const receive = (body: string, headers: Record<string, string> = { file_offset: '0' }) =>
    call('POST', `/${session}`, { body, headers })
  expect(await receive('abc')).toEqual({ h: expect.stringMatching(/^4::/) })
  expect(await receive('ab')).toMatchObject({ error: { message: expect.stringContaining('incomplete') } })
  expect(await receive('abc', {})).toMatchObject({ error: { message: expect.stringContaining('file_offset') } })
})

test.each(['file_length=3&file_type=text%2Fplain', 'file_type=image%2Fpng'])('refuses %s', async (query) => {
  const { id: app } = await call('GET', '/app')
  expect(await call('POST', `/${app}/uploads?${query}`)).toMatchObject({ error: { code: 100 } })
})
