import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, test, vi } from 'vitest'
import { storePassages } from '../documents/store-passages.ts'
import { fetchFile, hashOf, readPageText } from './fetch-page.ts'
import { readPage } from './read-page.ts'
import { pageId, type WebsitePageItem } from './website-page-entity.ts'

vi.mock(import('./fetch-page.ts'), async (original) => ({
  ...(await original()),
  fetchFile: vi.fn(),
  readPageText: vi.fn(),
}))
vi.mock(import('../documents/store-passages.ts'), async (original) => ({
  ...(await original()),
  storePassages: vi.fn(),
}))

const dynamodb = mockClient(DynamoDBDocumentClient)
beforeEach(() => {
  dynamodb.reset()
  dynamodb.on(PutCommand).resolves({})
  vi.mocked(storePassages).mockReset().mockResolvedValue({ embeddedBy: undefined })
})

/** Returns what was stored of the page, in order. */
const stored = () => dynamodb.commandCalls(PutCommand).map(({ args }) => args[0].input.Item)

const page = { organizationId: 'o', agentId: 'a', websiteId: 'w', url: 'https://a.example/b' }
const known: WebsitePageItem = {
  ...page,
  id: pageId('w', page.url),
  etag: 'old',
  characters: 9,
  readAt: 1,
  checkedAt: 1,
}
const bytes = Buffer.from('new')
const file = { kind: 'file', url: page.url, contentType: 'text/html', charset: undefined, isCut: false, bytes } as const
const response = { ...file, validator: '"2"', modified: undefined }
const read = async (before?: WebsitePageItem, allows = true, otherCharacters = 0) =>
  await readPage(page, before, {
    now: 5,
    guard: { allowPrivate: false, resolve: async () => [] },
    robots: { allows: () => allows, delaySeconds: 0 },
    otherCharacters,
  })

test('a changed page replaces its text, and is marked before it is read', async () => {
  vi.mocked(fetchFile).mockResolvedValue(response)
  vi.mocked(readPageText).mockResolvedValue({ passages: [{ place: '', text: 'New' }], title: 'T', missing: undefined })
  expect(await read(known)).toEqual({ isDown: false })
  expect(stored()).toMatchObject([
    { etag: 'old', failure: 'The page takes too long to read.', checkedAt: 5 },
    { etag: hashOf(bytes), title: 'T', characters: 3, readAt: 5, validator: '"2"' },
  ])
  expect(stored()[1]).not.toHaveProperty('failure')
})

test.each([
  ['does not respond', { kind: 'failed', reason: 'R', isDown: true }, { failure: 'R', etag: 'old', readAt: 1 }, true],
  ['is unchanged', { kind: 'unchanged' }, { etag: 'old', readAt: 5 }, false],
  ['has the same content', { ...response, bytes: Buffer.from('x') }, { readAt: 5 }, false],
] as const)('a page that %s keeps its text', async (_, fetched, item, isDown) => {
  vi.mocked(fetchFile).mockResolvedValue(fetched)
  const same = fetched.kind === 'file' ? { ...known, etag: hashOf(fetched.bytes) } : known
  expect(await read(same)).toEqual({ isDown })
  expect(stored()).toMatchObject([item])
  expect(vi.mocked(storePassages)).not.toHaveBeenCalled()
})

test('a page without text, too much text, or that robots.txt forbids is said', async () => {
  vi.mocked(fetchFile).mockResolvedValue(response)
  vi.mocked(readPageText).mockResolvedValue({ reason: 'The page has no text.' })
  await read()
  expect(stored().at(-1)).toMatchObject({ failure: 'The page has no text.' })
  expect(stored().at(-1)).not.toHaveProperty('etag')
  vi.mocked(readPageText).mockResolvedValue({ passages: [{ place: '', text: 'New' }], title: '', missing: undefined })
  await read(known, true, 50_000_000)
  expect(stored().at(-1)).toMatchObject({ failure: expect.stringContaining('50 million'), etag: 'old' })
  await read(known, false)
  expect(stored().at(-1)).toMatchObject({ failure: expect.stringContaining('robots.txt'), etag: 'old' })
})
