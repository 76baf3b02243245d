import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { putObject } from '../../platform/objects/objects.ts'
import { findObject } from '../../platform/objects/read-objects.ts'
import { ModelDownError, ModelRefusedError } from '../models/model-errors.ts'
import { readPicture } from '../models/read-picture.ts'
import { countTokens } from '../usage/count-tokens.ts'
import { isLimitReached } from '../usage/monthly-limit.ts'
import { documentObjects, pageTextsKey } from './document-objects.ts'
import { openPageReader } from './page-reader.ts'

vi.mock(import('../../platform/objects/objects.ts'))
vi.mock(import('../../platform/objects/read-objects.ts'))
vi.mock(import('../models/read-picture.ts'))
vi.mock(import('../usage/count-tokens.ts'))
vi.mock(import('../usage/monthly-limit.ts'))
vi.mock('../find-agent.ts', () => ({ findAgent: async () => ({}) }))
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))
vi.mock(import('../../platform/clock.ts'), async (original) => ({ ...(await original()), systemClock: vi.fn(() => 0) }))

const document = { organizationId: 'o', agentId: 'a', documentId: 'd', etag: 'e1' }
const COST = { inputTokens: 1000, outputTokens: 200, microUsd: 5 }
let bucket: Map<string, Uint8Array>
let now: number

beforeEach(() => {
  bucket = new Map()
  now = 1_000_000
  vi.stubEnv('SCAN_MODEL', 'large')
  vi.mocked(systemClock).mockImplementation(() => now)
  vi.mocked(findObject).mockImplementation(async (key) => {
    const bytes = bucket.get(key)
    return bytes && { bytes, contentType: 'application/json', etag: 'x' }
  })
  vi.mocked(putObject).mockImplementation(async (key, bytes) => {
    bucket.set(key, bytes instanceof Uint8Array ? bytes : Uint8Array.of())
  })
  vi.mocked(isLimitReached).mockResolvedValue(false)
  vi.mocked(readPicture).mockImplementation(async (_, png) => ({ text: `text ${png[0]}`, ...COST }))
})
afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllEnvs()
})

/** Returns a page as a picture that differs from those of other pages. */
const draw = (page: number) => vi.fn(async () => Uint8Array.of(page))
const nothing = async () => undefined

async function open(changed: Partial<typeof document> = {}) {
  const reader = await openPageReader({ ...document, ...changed })
  if (!reader) throw new Error('The reader is off')
  return reader
}

test('there is no reader without a model', async () => {
  vi.stubEnv('SCAN_MODEL', '')
  expect(await openPageReader(document)).toBeUndefined()
})

test('a page is read and paid once, and not drawn again', async () => {
  expect(await (await open()).read(3, draw(3))).toEqual({ text: 'text 3' })
  const again = draw(3)
  const reader = await open()
  expect(await reader.read(3, again)).toEqual({ text: 'text 3' })
  expect(again).not.toHaveBeenCalled()
  expect(readPicture).toHaveBeenCalledTimes(1)
  expect(vi.mocked(countTokens).mock.calls).toEqual([
    [{ organizationId: 'o', agentId: 'a' }, expect.objectContaining(COST), now],
  ])
  expect(reader.isUnfinished()).toBe(false)
})

test('a page that stands elsewhere in a file that replaces this one is not read again', async () => {
  await (await open()).read(3, draw(3))
  const reader = await open({ etag: 'e2' })
  expect(await reader.read(3, draw(4))).toEqual({ text: 'text 4' })
  expect(await reader.read(5, draw(3))).toEqual({ text: 'text 3' })
  expect(readPicture).toHaveBeenCalledTimes(2)
})

test('a page is read again by another model', async () => {
  await (await open()).read(3, draw(3))
  vi.stubEnv('SCAN_MODEL', 'other')
  await (await open({ etag: 'e2' })).read(3, draw(3))
  expect(vi.mocked(readPicture).mock.calls.map(([name]) => name)).toEqual(['large', 'other'])
})

test('what is stored is deleted with the document', async () => {
  await (await open()).read(1, draw(1))
  expect([...bucket.keys()]).toEqual([pageTextsKey('o', 'a', 'd')])
  expect(documentObjects('o', 'a', ['d'])).toContain(pageTextsKey('o', 'a', 'd'))
})

test.each([['not JSON'], ['[]'], ['{"etag":1}'], ['{"texts":{"a":5}}']])(
  '%s that is stored counts as nothing',
  async (text) => {
    bucket.set(pageTextsKey('o', 'a', 'd'), Buffer.from(text))
    expect(await (await open()).read(1, draw(1))).toEqual({ text: 'text 1' })
  },
)

test('pages at the same time are all stored', async () => {
  const reader = await open()
  await Promise.all([1, 2, 3].map((page) => reader.read(page, draw(page))))
  const next = await open()
  const texts = await Promise.all([1, 2, 3].map((page) => next.read(page, nothing)))
  expect(texts).toEqual([{ text: 'text 1' }, { text: 'text 2' }, { text: 'text 3' }])
})

test('a crash between the answer and its storage repeats this page only', async () => {
  const reader = await open()
  await reader.read(1, draw(1))
  const lost = new Error('The storage is down')
  vi.mocked(putObject).mockRejectedValueOnce(lost)
  expect(await reader.read(2, draw(2))).toEqual({ why: 'later' })
  expect(await reader.read(3, draw(3))).toEqual({ why: 'later' })
  // The file is not damaged: its message is processed again.
  expect(() => reader.isUnfinished()).toThrow(lost)
  const next = await open()
  for (const page of [1, 2, 3]) expect(await next.read(page, draw(page))).toEqual({ text: `text ${page}` })
  expect(vi.mocked(readPicture).mock.calls.map(([, png]) => png[0])).toEqual([1, 2, 2, 3])
})

test('a round ends after 35 seconds, and the next one continues', async () => {
  const reader = await open()
  await reader.read(1, draw(1))
  now += 35_000
  const late = draw(2)
  expect(await reader.read(2, late)).toEqual({ why: 'later' })
  expect(late).not.toHaveBeenCalled()
  expect(reader.isUnfinished()).toBe(true)
  const next = await open()
  expect([await next.read(1, nothing), await next.read(2, draw(2))]).toEqual([{ text: 'text 1' }, { text: 'text 2' }])
  expect(next.isUnfinished()).toBe(false)
})

test('each round reads a page, even if the file takes long to open', async () => {
  const reader = await open()
  now += 50_000
  expect(await reader.read(1, draw(1))).toEqual({ text: 'text 1' })
  expect(await reader.read(2, draw(2))).toEqual({ why: 'later' })
})

test('a file that takes all the time to open has no page read, and is not tried for ever', async () => {
  const reader = await open()
  now += 65_000
  expect(await reader.read(1, draw(1))).toEqual({ why: 'undrawn' })
  expect(reader.isUnfinished()).toBe(false)
})

test('no page is read above a limit, except those that are known', async () => {
  await (await open()).read(1, draw(1))
  vi.mocked(isLimitReached).mockResolvedValue(true)
  const reader = await open({ etag: 'e2' })
  expect(await reader.read(1, draw(2))).toEqual({ why: 'limit' })
  expect(await reader.read(2, draw(1))).toEqual({ text: 'text 1' })
  expect(reader.isUnfinished()).toBe(false)
  expect(readPicture).toHaveBeenCalledTimes(1)
})

test('a page that cannot be drawn costs nothing, and is not drawn again', async () => {
  expect(await (await open()).read(1, nothing)).toEqual({ why: 'undrawn' })
  const again = draw(1)
  expect(await (await open()).read(1, again)).toEqual({ why: 'undrawn' })
  expect(again).not.toHaveBeenCalled()
  expect(readPicture).not.toHaveBeenCalled()
})

test('a page without a complete text is paid once', async () => {
  vi.mocked(readPicture).mockResolvedValue({ text: undefined, ...COST })
  expect(await (await open()).read(1, draw(1))).toEqual({ why: 'failed' })
  expect(await (await open()).read(1, draw(1))).toEqual({ why: 'failed' })
  expect(countTokens).toHaveBeenCalledTimes(1)
})

test('a model that is down once is called again', async () => {
  vi.mocked(readPicture).mockRejectedValueOnce(new ModelDownError('status', 503))
  expect(await (await open()).read(1, draw(1))).toEqual({ text: 'text 1' })
})

test.each([
  ['down', new ModelDownError('status', 503), 3, 'down'],
  ['too slow', new ModelDownError('timeout'), 1, 'down'],
  ['without its key', new ModelRefusedError(401, 'invalid_api_key'), 1, 'down'],
  ['unknown', new ModelRefusedError(404, 'model_not_found'), 1, 'down'],
])('while the model is %s, the other pages do not wait for it', async (_, error, calls, why) => {
  vi.mocked(readPicture).mockRejectedValue(error)
  const reader = await open()
  expect([await reader.read(1, draw(1)), await reader.read(2, draw(2))]).toEqual([{ why }, { why }])
  expect(readPicture).toHaveBeenCalledTimes(calls)
  expect(reader.isUnfinished()).toBe(false)
  vi.mocked(readPicture).mockResolvedValue({ text: 'again', ...COST })
  expect(await (await open()).read(1, draw(1))).toEqual({ text: 'again' })
})

test.each([
  ['the picture', new ModelRefusedError(400, 'invalid_image')],
  ['its content', new ModelRefusedError(403, 'content_filter', { isFiltered: true })],
])('a model that refuses %s reads the others', async (_, error) => {
  vi.mocked(readPicture).mockRejectedValueOnce(error)
  const reader = await open()
  expect(await reader.read(1, draw(1))).toEqual({ why: 'failed' })
  expect(await reader.read(2, draw(2))).toEqual({ text: 'text 2' })
})

test('after a model that is down no page is drawn when the time is over', async () => {
  const reader = await open()
  await reader.read(1, draw(1))
  vi.mocked(readPicture).mockRejectedValue(new ModelDownError('timeout'))
  await reader.read(2, draw(2))
  now += 40_000
  const late = draw(3)
  expect(await reader.read(3, late)).toEqual({ why: 'down' })
  expect(late).not.toHaveBeenCalled()
})

test('an error that is not the model’s is thrown when the file was read', async () => {
  const error = new Error('The table is down')
  vi.mocked(isLimitReached).mockRejectedValue(error)
  const reader = await open()
  expect(await reader.read(1, draw(1))).toEqual({ why: 'later' })
  expect(() => reader.isUnfinished()).toThrow(error)
})
