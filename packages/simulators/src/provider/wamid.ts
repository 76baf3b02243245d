import { randomHex } from '../clock.ts'

const DIRECTION = { inbound: 0x12, outbound: 0x11 } as const

/** Creates a message id in the provider's format: base64 of the customer's number and a random part. */
export function wamid(direction: keyof typeof DIRECTION, customer: string): string {
  const random = randomHex(direction === 'inbound' ? 20 : 18)
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, customer.length]),
    Buffer.from(customer),
    Buffer.from([0x15, 0x02, 0x00, DIRECTION[direction], 0x18, random.length]),
    Buffer.from(random),
    Buffer.from([0x00]),
  ])
  return `wamid.${bytes.toString('base64')}`
}
