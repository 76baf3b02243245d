import { describe, expect, test } from 'vitest'
import { isOwned, referencesOf, shareOf } from './deletion.ts'

const references = new Set(['w1', 'p1'])

describe('an item', () => {
  test.each([
    ['names the organisation', { pk: 'c#o1#c1', organizationId: 'o1' }, true],
    ['names another one', { pk: 'sent#o2#p1#x', organizationId: 'o2' }, false],
    ['is the organisation', { pk: 'o#o1' }, true],
    ['belongs to a webhook of the organisation', { pk: 'd#w1#0' }, true],
    ['belongs to another webhook', { pk: 'd#w2#0' }, false],
    ['contains the id as a part of another', { pk: 'd#w11#0' }, false],
    ['is an entry of the request log', { pk: 'apiRequests#o1#2026-01', organizationId: 'o1' }, true],
    ['is an entry of the audit log', { pk: 'audit#o1#2026-01', organizationId: 'o1' }, false],
    ['has no key', { organizationId: 'o1' }, false],
  ])('that %s: %o → %s', (_, item, owned) => {
    expect(isOwned(item, 'o1', references)).toBe(owned)
  })

  test('is referred to by its ids, if it belongs to the organisation', () => {
    const number = { _e: 'number', organizationId: 'o1', id: 'n1', phoneNumberId: 'p1' }
    expect(referencesOf(number, 'o1')).toEqual(['n1', 'p1'])
    expect(referencesOf(number, 'o2')).toEqual([])
    expect(referencesOf({ _e: 'templateLink', organizationId: 'o1', providerTemplateId: '' }, 'o1')).toEqual([])
    expect(referencesOf({ _e: 'message', organizationId: 'o1', id: 'm1' }, 'o1')).toEqual([])
  })
})

test('a share names the agent and the user', () => {
  const share = { _e: 'agentShare', pk: 'agent#o1#a1', sk: 'share#u1' }
  expect(shareOf(share)).toEqual({ organizationId: 'o1', agentId: 'a1', userId: 'u1' })
  expect(shareOf({ ...share, _e: 'agent' })).toBeUndefined()
})
