import { expect, test } from 'vitest'
import { effectiveRetention } from './retention.ts'

const DEPLOYMENT = { messageDays: 365, deliveryDays: 30 }

test.each([
  ['nothing of its own', {}, [365, 30]],
  ['a shorter retention', { messageDays: 90, deliveryDays: 7 }, [90, 7]],
  ['a longer one than the deployment', { messageDays: 400, deliveryDays: 31 }, [365, 30]],
  ['messages that expire before the deliveries of the deployment', { messageDays: 10 }, [10, 10]],
  ['deliveries only', { messageDays: null, deliveryDays: 1 }, [365, 1]],
])('an organisation with %s', (_, own, expected) => {
  const { messageDays, deliveryDays } = effectiveRetention(own, DEPLOYMENT)
  expect([messageDays, deliveryDays]).toEqual(expected)
})
