import { expect, test } from 'vitest'
import { contentTypeOf, fileProblem, isProcessing } from './document-words.ts'

test('reports the problem of a file before it is uploaded', () => {
  expect(fileProblem({ name: 'Prices.PDF', size: 1 })).toBeUndefined()
  expect(fileProblem({ name: 'prices.xlsx', size: 1 })).toContain('txt, md, html')
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
