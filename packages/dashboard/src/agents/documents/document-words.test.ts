import type { AgentDocument } from '@replywright/contract/agents-sub-resources.ts'
import { expect, test } from 'vitest'
import {
  asksForEncoding,
  contentTypeOf,
  fileProblem,
  isProcessing,
  isReading,
  pagesText,
  RenamedError,
  renameDocument,
} from './document-words.ts'

test('reports the problem of a file before it is uploaded', () => {
  expect(fileProblem({ name: 'Prices.PDF', size: 1 })).toBeUndefined()
  expect(fileProblem({ name: 'prices.exe', size: 1 })).toContain('txt, md, html')
  expect(fileProblem({ name: 'pdf', size: 0 })).toBe('The file is empty.')
  expect(fileProblem({ name: 'a.txt', size: 20 * 1024 * 1024 })).toBeUndefined()
  expect(fileProblem({ name: 'a.txt', size: 20 * 1024 * 1024 + 1 })).toBe('Must be at most 20 MB.')
})

test('says what to do with files of other types', () => {
  expect(fileProblem({ name: 'list.xls', size: 1 })).toBe('Unsupported file type. Save it as xlsx or csv.')
})

test.each([
  [{ name: 'a.CSV', status: 'error' }, true],
  [{ name: 'a.csv', status: 'ready' }, false],
  [{ name: 'a.pdf', status: 'error' }, false],
  [{ name: 'a.eml', status: 'partial', problem: 'A part of the mail is in an encoding that is not known.' }, true],
  [{ name: 'a.eml', status: 'partial', problem: 'The attachment a.bin is not read.' }, false],
] as const)('the encoding of %j can be chosen: %s', (document, expected) => {
  expect(asksForEncoding(document)).toBe(expected)
})

test('a website is being read while the service says so', () => {
  const tool = { id: 'w', url: '', prompt: '', active: true, daily: true, pages: [], cite: false }
  const reads = (more: object) => isReading({ documents: [], websiteTools: [{ ...tool, ...more }] })
  expect(reads({ readAt: null, reading: true })).toBe(true)
  expect(reads({ readAt: '2026-01-01T00:00:00.000Z', reading: true })).toBe(true)
  expect(reads({ readAt: '2026-01-01T00:00:00.000Z', reading: false })).toBe(false)
  expect(reads({ daily: false })).toBe(false)
  expect(isReading(undefined)).toBe(false)
  expect(pagesText([{ status: 'ready' }])).toBe('1 page')
  expect(pagesText([{ status: 'ready' }, { status: 'error' }])).toBe('2 pages, 1 with a problem')
})

test('derives the content type from the file name', () => {
  expect(contentTypeOf('a.b.json')).toBe('application/json')
  expect(contentTypeOf('archive.zip')).toBeUndefined()
})

test('only pending and processing documents are in progress', () => {
  expect(['pending', 'processing', 'ready', 'error'].filter((status) => isProcessing(statusOf(status)))).toEqual([
    'pending',
    'processing',
  ])
})

function statusOf(status: string) {
  return { status: status === 'pending' || status === 'processing' || status === 'ready' ? status : 'error' } as const
}

const stored: AgentDocument = { id: '1', name: 'theirs.pdf', file: '', status: 'ready' }

test('renames a document that still has the name that the user read', () => {
  expect(renameDocument([stored], '1', { seen: 'theirs.pdf', chosen: 'mine.pdf' })).toEqual([
    { ...stored, name: 'mine.pdf' },
  ])
})

test('does not overwrite the name that another user has chosen', () => {
  expect(() => renameDocument([stored], '1', { seen: 'before.pdf', chosen: 'mine.pdf' })).toThrow(RenamedError)
})
