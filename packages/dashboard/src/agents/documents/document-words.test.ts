import type { AgentDocument } from '@replywright/contract/agents-sub-resources.ts'
import { expect, test } from 'vitest'
import { contentTypeOf, fileProblem, isProcessing, RenamedError, renameDocument } from './document-words.ts'

test('reports the problem of a file before it is uploaded', () => {
  expect(fileProblem({ name: 'Prices.PDF', size: 1 })).toBeUndefined()
  expect(fileProblem({ name: 'prices.exe', size: 1 })).toContain('txt, md, html')
  expect(fileProblem({ name: 'pdf', size: 0 })).toBe('The file is empty.')
  expect(fileProblem({ name: 'a.txt', size: 20 * 1024 * 1024 })).toBeUndefined()
  expect(fileProblem({ name: 'a.txt', size: 20 * 1024 * 1024 + 1 })).toBe('Must be at most 20 MB.')
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
