import { wamid } from '@messaging/simulators/provider/wamid.ts'
import { expect, test } from 'vitest'
import { waIdEnd } from './wa-id-end.ts'

test.each(['44770090020', '447700900200', '4477009002001', '44770090020012'])(
  'the end of a message id of %s is distinctive and reveals nothing of the number',
  (customer) => {
    for (const direction of ['inbound', 'outbound'] as const) {
      const [one, other] = [wamid(direction, customer), wamid(direction, customer)]
      expect(waIdEnd(one)).not.toBe(waIdEnd(other))
      const start = one.slice('wamid.'.length, -waIdEnd(one).length)
      expect(Buffer.from(start, 'base64').toString()).toContain(customer)
    }
  },
)
