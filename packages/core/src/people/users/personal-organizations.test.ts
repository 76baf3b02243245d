import { expect, test } from 'vitest'
import { defaultOrganization, personalOrganizationIds } from './personal-organizations.ts'

const [first, second] = personalOrganizationIds('sam')

test.each([
  ['the only one', [first], first],
  ['none', [], undefined],
  ['the one of a later invitation', [first, 'shop'], 'shop'],
  ['the one of an operator, before the personal one', ['shop', first], 'shop'],
  ['the first of several', [first, 'shop', 'garage'], 'shop'],
  ['the first of several before the personal one', ['shop', 'garage', first], 'shop'],
  ['the shared one beside the second personal one', ['shop', second], 'shop'],
  ['the first of two personal ones', [first, second], first],
])('the default organisation is %s', (_, organizationIds, expected) => {
  expect(defaultOrganization('sam', organizationIds)).toBe(expected)
})
