import { expect, test } from 'vitest'
import { PAGES } from './pages.ts'
import { readAsAgents } from './readers.ts'
import { recallOf } from './recall.ts'

test('there are at least thirty pages', () => expect(Object.keys(PAGES).length).toBeGreaterThanOrEqual(30))

test.each(Object.entries(PAGES))('every fact is read of: %s', async (_, page) => {
  const text = await readAsAgents(page.html)
  expect(recallOf(page, text), text).toEqual({ missing: [], unwanted: [] })
})
