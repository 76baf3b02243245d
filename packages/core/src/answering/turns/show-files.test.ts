import { afterEach, expect, test, vi } from 'vitest'
import type { HistoryFile } from './build-history.ts'
import { bytesInMemory, hasFiles, hideFiles, showFiles } from './show-files.ts'

afterEach(() => {
  vi.useRealTimers()
})

const MODEL = 'a model of which nothing is known'
const NOW = 1_795_167_600_000
const bytes = Buffer.from('bytes')
const file = (mimeType: string, position = 0, type = 'image'): HistoryFile => ({
  position,
  type,
  ref: { organizationId: 'o', conversationId: 'c', messageId: 'm', index: 0 },
  file: { id: 'f', mimeType },
})
const open = async ({ file: { mimeType } }: HistoryFile) => ({ mimeType, bytes })
const show = (files: readonly HistoryFile[], opener: Parameters<typeof showFiles>[3] = open) =>
  showFiles(
    {
      messages: [
        { role: 'user', text: '[image]' },
        { role: 'user', text: 'Hello' },
      ],
      files,
    },
    MODEL,
    NOW,
    opener,
  )

test('a picture and a PDF are parts of their message', async () => {
  expect(await show([file('image/jpeg'), file('application/pdf', 1, 'document')])).toEqual([
    { role: 'user', text: '[image]', files: [{ mimeType: 'image/jpeg', bytes }] },
    { role: 'user', text: 'Hello', files: [{ mimeType: 'application/pdf', bytes }] },
  ])
})

test.each([
  [[file('video/mp4', 0, 'video')], 'files of this type cannot be read'],
  [[file('audio/ogg', 0, 'audio')], 'the voice message could not be heard'],
  [[file('image/webp', 0, 'sticker')], 'files of this type cannot be read'],
])('a file of another type is described in words', async (files, reason) => {
  const [message] = await show(files)
  expect(message).toEqual({
    role: 'user',
    text: `[image] [A file is not shown to you: ${reason}. Say so if you need it.]`,
  })
})

test('only the latest four files are shown', async () => {
  const files = Array.from({ length: 5 }, (_, index) => file('image/png', index === 0 ? 0 : 1))
  const [first, second] = await show(files)
  expect(first).toEqual({ role: 'user', text: expect.stringContaining('there are too many files') })
  expect(second).toMatchObject({ files: [{}, {}, {}, {}] })
})

test('files share the memory of the function, the latest first', async () => {
  const asked: number[] = []
  const opener = async ({ file: { mimeType } }: HistoryFile, _: number, mostBytes: number) => {
    asked.push(mostBytes)
    return mostBytes < 8 ? { unseen: 'there are too many files' } : { mimeType, bytes: Buffer.alloc(8) }
  }
  const messages = [{ role: 'user' as const, text: '[image]' }]
  const files = ['image/png', 'image/jpeg', 'image/webp'].map((type) => file(type))
  const [shown] = await showFiles({ messages, files }, MODEL, NOW, opener, 20)
  expect(asked).toEqual([20, 12, 4])
  expect(shown).toMatchObject({
    text: expect.stringContaining('there are too many files'),
    files: [{ mimeType: 'image/jpeg' }, { mimeType: 'image/webp' }],
  })
})

test('no more files are opened after 20 seconds, the latest first', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  const [shown] = await show(
    ['image/png', 'image/jpeg', 'image/webp'].map((type) => file(type)),
    async ({ file: { mimeType } }) => {
      asked.push(mimeType)
      vi.advanceTimersByTime(mimeType === 'image/webp' ? 20_000 : 1)
      return { mimeType, bytes }
    },
  )
  expect(asked).toEqual(['image/webp', 'image/jpeg'])
  expect(shown).toMatchObject({ text: expect.stringContaining('it could not be loaded'), files: [{}, {}] })
})

test('the smallest memory holds two of the largest files, and 512 MB holds four', () => {
  expect(bytesInMemory(256)).toBeGreaterThan(2 * 4.5 * 1024 * 1024)
  expect(bytesInMemory(512)).toBeGreaterThan(4 * 4.5 * 1024 * 1024)
})

test('a file that cannot be opened, or that the model rejected, is described in words', async () => {
  const [failed] = await show([file('image/png')], async () => ({ unseen: 'it is too large' }))
  expect(failed).toEqual({ role: 'user', text: expect.stringContaining('it is too large') })
  const shown = await show([file('image/png')])
  const hidden = hideFiles(shown)
  expect([hasFiles(shown), hasFiles(hidden)]).toEqual([true, false])
  expect(hidden[0]).toEqual({ role: 'user', text: expect.stringContaining('you cannot see files') })
})
