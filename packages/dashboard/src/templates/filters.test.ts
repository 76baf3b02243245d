import type { LinkStatus, Template } from '@replywright/contract/templates.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { filterTemplates, statusCounts, TemplatesSearch } from './filters.ts'

const template = (name: string, ...statuses: LinkStatus[]): Template => ({
  id: name,
  name,
  category: 'UTILITY',
  parameterFormat: 'POSITIONAL',
  language: 'en_US',
  components: [],
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  accountLinks: statuses.map((status, index) => ({
    accountId: `account-${index}`,
    accountName: 'Cafe',
    wabaId: '1',
    providerTemplateId: '',
    qualityScore: 'UNKNOWN',
    rejectionReason: '',
    status,
  })),
})
const templates = [template('order_update', 'APPROVED', 'REJECTED'), template('welcome', 'DRAFT')]
const names = (search: TemplatesSearch, accountId?: string) =>
  filterTemplates(templates, search, accountId).map(({ name }) => name)

test('filters templates by part of the name and by status on any account', () => {
  expect(names({})).toEqual(['order_update', 'welcome'])
  expect(names({ q: ' UPDATE ' })).toEqual(['order_update'])
  expect(names({ status: 'REJECTED' })).toEqual(['order_update'])
})

test('filters by status on the given account', () => {
  expect(names({ status: 'REJECTED' }, 'account-0')).toEqual([])
  expect(names({ status: 'REJECTED' }, 'account-1')).toEqual(['order_update'])
})

test('ignores an unknown status', () => {
  expect(v.parse(TemplatesSearch, { status: 'approved', q: 'a' })).toEqual({ status: undefined, q: 'a' })
})

test('counts accounts by status, most urgent first', () => {
  expect(statusCounts([{ status: 'APPROVED' }, { status: 'REJECTED' }, { status: 'APPROVED' }])).toEqual([
    ['REJECTED', 1],
    ['APPROVED', 2],
  ])
})
