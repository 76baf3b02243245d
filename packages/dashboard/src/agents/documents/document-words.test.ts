import { expect, test } from 'vitest'
import { contentTypeOf, fileProblem, isBeingRead } from './document-words.ts'

test('a file is judged before it is sent', () => {
  expect(fileProblem({ name: 'Prices.PDF', size: 1 })).toBeUndefined()
  expect(fileProblem({ name: 'prices.xlsx', size: 1 })).toContain('txt, md, html')
  expect(fileProblem({ name: 'pdf', size: 0 })).toBe('There is nothing in it.')
  expect(fileProblem({ name: 'a.txt', size: 20 * 1024 * 1024 })).toBeUndefined()
  expect(fileProblem({ name: 'a.txt', size: 20 * 1024 * 1024 + 1 })).toBe('It is larger than 20 MB.')
})

test('its content type follows from its name', () => {
  expect(contentTypeOf('a.b.json')).toBe('application/json')
  expect(contentTypeOf('archive.zip')).toBeUndefined()
})

test('only documents that are not decided are asked about again', () => {
  expect(['pending', 'processing', 'ready', 'error'].filter((status) => isBeingRead(statusOf(status)))).toEqual([
    'pending',
    'processing',
  ])
})

function statusOf(status: string) {
  return { status: status === 'pending' || status === 'processing' || status === 'ready' ? status : 'error' } as const
}
