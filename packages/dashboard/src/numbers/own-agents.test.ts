import { expect, test } from 'vitest'
import { ownAgents } from './own-agents.ts'

const ours = { id: 'org-1', name: 'Cafe', isPersonal: false }
const own = { id: 'a', name: 'Barista', organization: ours }
const shared = { id: 'b', name: 'Guest', organization: { ...ours, id: 'org-2' } }

test("omits other organisations' agents", () => {
  expect(ownAgents([own, shared], 'org-1')).toEqual([own])
})

test('includes the connected agent once', () => {
  expect(ownAgents([own], 'org-1', { id: 'c', name: 'Old' }).map(({ id }) => id)).toEqual(['c', 'a'])
  expect(ownAgents([own], 'org-1', own)).toEqual([own])
})
