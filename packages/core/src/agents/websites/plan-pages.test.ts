import { expect, test } from 'vitest'
import { DAY_MILLISECONDS } from '../../platform/clock.ts'
import { dueHours } from './due-websites.ts'
import { planUnlisted, urlsLeft, urlsToRead } from './plan-pages.ts'
import { dailyWebsites, ENDED, hourOf, websiteChanges, websiteKey } from './website-config.ts'
import { pageId, stateOf, type WebsitePageItem } from './website-page-entity.ts'

const NOW = Date.UTC(2026, 10, 29, 1)

const tool = {
  id: 'w',
  url: 'https://a.example/',
  prompt: '',
  active: true,
  daily: true,
  pages: ['https://a.example/b'],
  cite: false,
}

test('the hours before midnight are those of the day before', () => {
  expect(dueHours(NOW)).toEqual([1, 0, 23, 22, 21, 20])
  expect(hourOf('w')).toBeLessThan(24)
})

test('a change of the pages begins a reading; other changes do not', () => {
  const changes = (before: object[], after: object[]) =>
    websiteChanges(
      { websiteTools: before.map((each) => ({ ...tool, ...each })) },
      { websiteTools: after.map((each) => ({ ...tool, ...each })) },
    )
  const known = { websiteId: 'w', key: websiteKey(tool) }
  const other = { websiteId: 'w', key: websiteKey({ ...tool, pages: [] }) }
  const end = { websiteId: 'w', key: ENDED }
  expect(changes([], [{}])).toEqual({ begun: [known], ended: [] })
  expect(changes([{}], [{ cite: true, prompt: 'x' }])).toEqual({ begun: [], ended: [] })
  expect(changes([{}], [{ pages: [] }])).toEqual({ begun: [other], ended: [known] })
  expect(changes([{}], [])).toEqual({ begun: [end], ended: [known] })
  expect(changes([{}], [{ active: false }])).toEqual({ begun: [end], ended: [known] })
  expect(changes([{ daily: false }], [{ daily: false, pages: [] }])).toEqual({ begun: [], ended: [] })
  expect(dailyWebsites({ websiteTools: [tool, { ...tool, daily: false }] })).toHaveLength(1)
})

test('a sitemap that was not read does not remove the pages that were found before', () => {
  const found = { urls: ['a'], problems: [], isComplete: true, isOver: false }
  expect(urlsToRead(found, ['b'], 10)).toEqual(['a'])
  expect(urlsToRead({ ...found, isComplete: false }, ['a', 'b'], 10)).toEqual(['a', 'b'])
  expect(urlsToRead({ ...found, urls: ['a', 'b', 'c'] }, [], 2)).toEqual(['a', 'b'])
})

const page = (url: string, more: Partial<WebsitePageItem> = {}): WebsitePageItem => ({
  organizationId: 'o',
  agentId: 'a',
  websiteId: 'w',
  id: pageId('w', url),
  url,
  etag: 'e',
  checkedAt: 0,
  ...more,
})

test('a page that is not named any more keeps its text for seven days', () => {
  const plan = (one: WebsitePageItem, isForgotten = false, urls: string[] = []) => {
    const { removed, left, returned } = planUnlisted([one], urls, { isForgotten, now: NOW })
    return [removed.length, left.length, returned.length]
  }
  expect(plan(page('a'))).toEqual([0, 1, 0])
  expect(plan(page('a', { unlistedAt: NOW - DAY_MILLISECONDS }))).toEqual([0, 0, 0])
  expect(plan(page('a', { unlistedAt: NOW - 7 * DAY_MILLISECONDS }))).toEqual([1, 0, 0])
  expect(plan(page('a', { unlistedAt: NOW - 1 }), false, ['a'])).toEqual([0, 0, 1])
  expect(plan(page('a'), true)).toEqual([1, 0, 0])
  const { etag: _, ...without } = page('a')
  expect(plan(without)).toEqual([1, 0, 0])
})

test('a reading continues with the pages that it has not requested', () => {
  const known = [page('a', { checkedAt: NOW }), page('b', { checkedAt: NOW - 1 })]
  expect(urlsLeft('w', ['a', 'b', 'c'], known, NOW)).toEqual(['b', 'c'])
})

test.each([
  [{ etag: 'e' }, { status: 'ready' }],
  [
    { etag: 'e', missing: 'Page 2 is a picture.' },
    { status: 'partial', problem: 'Page 2 is a picture.' },
  ],
  [
    { etag: 'e', failure: 'The page responded with status 500.', readAt: NOW },
    {
      status: 'partial',
      problem: 'The page responded with status 500. The agent has its text of 2026-11-29.',
    },
  ],
  [{ failure: 'The page is empty.' }, { status: 'error', problem: 'The page is empty.' }],
])('a page with %j', (stored, expected) => {
  expect(stateOf(stored)).toEqual(expected)
})
