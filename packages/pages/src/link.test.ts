import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { SCRIPT } from './link.ts'

/** Runs the script against a service that responds with these statuses. Returns the shown section, or the opened URL. */
async function resultOf(...statuses: number[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const sections = ['working', 'failed', 'refused'].map((id) => ({
    id,
    set hidden(isHidden: boolean) {
      if (!isHidden && id !== 'working') resolve(id)
    },
  }))
  const main = { dataset: { base: 'https://messaging.example' }, children: sections }
  runInNewContext(SCRIPT, {
    URLSearchParams,
    encodeURIComponent,
    setTimeout: (then: () => void) => setTimeout(then),
    location: { search: '?code=c&state=s', replace: resolve },
    document: {
      querySelector: (selector: string) => (selector === 'main' ? main : { addEventListener: () => {}, href: '' }),
    },
    fetch: async () => {
      const status = statuses.shift() ?? 500
      return { status, ok: status === 200, json: async () => ({ redirectUrl: 'https://app.example/done' }) }
    },
  })
  return await promise
}

test.each([
  [[200], 'https://app.example/done'],
  [[409, 409, 200], 'https://app.example/done'],
  [[429, 429, 200], 'https://app.example/done'],
  [[404], 'refused'],
  [[502], 'failed'],
])('after the statuses %j the page shows %s', async (statuses, shown) => {
  expect(await resultOf(...statuses)).toBe(shown)
})
