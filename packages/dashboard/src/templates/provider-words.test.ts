import type { PublishedTemplate } from '@replywright/contract/templates.ts'
import { expect, test } from 'vitest'
import { publishingWords, qualityText } from './provider-words.ts'

test('says how customers rate a template', () => {
  expect(['GREEN', 'RED', 'UNKNOWN'].map(qualityText)).toEqual(['High', 'Low', '–'])
})

const link = {
  accountId: 'a',
  accountName: 'Cafe',
  wabaId: '1',
  providerTemplateId: '2',
  qualityScore: 'UNKNOWN',
  rejectionReason: '',
  status: 'PENDING',
} as const
const result = { accountId: 'b', providerTemplateId: '2', status: 'PENDING' } as const
const wordsOf = (errors: PublishedTemplate['publishErrors'], results: PublishedTemplate['publishResults'] = [result]) =>
  publishingWords({ publishResults: results, publishErrors: errors, accountLinks: [link] })

test('reports success', () => {
  expect(wordsOf([])).toEqual({ message: 'Submitted for 1 account.', isProblem: false })
})

test('reports each failure with the account name', () => {
  expect(wordsOf([{ accountId: 'a', error: 'The body is empty.' }])).toEqual({
    message: 'Submitted for 1 account. Cafe: The body is empty.',
    isProblem: true,
  })
  expect(wordsOf([{ accountId: 'x', error: 'No.' }], []).message).toBe('x: No.')
})
