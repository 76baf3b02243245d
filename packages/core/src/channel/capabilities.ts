import { InternalError } from '../platform/errors.ts'
import type { Capabilities, ChannelNumber } from './port.ts'
import { providerCapabilities } from './provider/capabilities.ts'

/** A number, or what stores its id. */
export type NumberRef = Pick<ChannelNumber, 'phoneNumberId'>

/** The channel of numbers without a prefix. */
export const PROVIDER = 'provider'

/** What each channel can do, by name. Apart from the adapters (`channels.ts`): many functions need nothing else. */
export const capabilities = new Map<string, Capabilities>([[PROVIDER, providerCapabilities]])

/**
 * Returns the name of a number's channel: the prefix of its id, as in `sms:42`. The ids of the provider and of sandbox
 * numbers have none. So ids of two channels are never equal, and what stores the id of a number knows its channel.
 */
export function channelName({ phoneNumberId }: NumberRef): string {
  const end = phoneNumberId.indexOf(':')
  return end === -1 ? PROVIDER : phoneNumberId.slice(0, end)
}

export function capabilitiesOf(number: NumberRef): Capabilities {
  return byName(capabilities, channelName(number))
}

/** @throws InternalError if no channel has the name */
export function byName<T>(all: ReadonlyMap<string, T>, name: string): T {
  const found = all.get(name)
  if (found === undefined) throw new InternalError(`no channel has the name ${name}`)
  return found
}
