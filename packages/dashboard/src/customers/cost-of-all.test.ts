import { expect, test } from 'vitest'
import { costOfAll } from './cost-of-all.ts'

const cost = (provider: string | null, model: string) => ({ provider, model, aws: '0.000100' })

test('the cost of a customer is the sum of all conversations', () => {
  expect(costOfAll([])).toBeUndefined()
  expect(costOfAll([cost('0.010000', '0.200000'), cost('0.000001', '0.000000')])).toEqual({
    ...{ provider: '0.010001', model: '0.200000', aws: '0.000200' },
  })
  expect(costOfAll([cost('0.010000', '0.000000'), cost(null, '0.000000')])).toMatchObject({ provider: null })
})
