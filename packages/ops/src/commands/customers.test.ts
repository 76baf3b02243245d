import { expect, test, vi } from 'vitest'
import { customerCommands } from './customers.ts'

const ORGANIZATION = 'o'
const KNOWN = '447700900123'

vi.mock(import('@replywright/core/people/organizations/organizations.ts'), () => ({
  requireOrganization: async () => {},
}))
vi.mock(import('@replywright/core/operations/customers/customers.ts'), () => ({
  exportStep: async (_, customer) => ({ records: customer === KNOWN ? [{ type: 'marketing' }] : [], next: null }),
}))

function exported(customer: string) {
  const command = customerCommands.find(({ name }) => name === 'customer export')
  return command?.run(
    { organization: ORGANIZATION, customer },
    {
      now: 0,
      clock: () => 0,
      outputs: {},
      flags: new Set(),
      interrupted: () => new AbortController().signal,
      progress: () => ({ update: () => {}, end: () => {} }),
      confirm: async () => {},
    },
  )
}

test('the export of an unknown customer fails with an error that says what to check', async () => {
  expect(await exported(KNOWN)).toMatchObject({ json: [{ type: 'marketing' }] })
  await expect(exported('447700900999')).rejects.toThrow(
    /nothing is stored about 447700900999 in this organisation.*country code.*organizations list/,
  )
})
