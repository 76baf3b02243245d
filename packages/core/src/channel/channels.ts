import { byName, channelName, type NumberRef, PROVIDER } from './capabilities.ts'
import type { Channel } from './port.ts'
import { provider } from './provider/adapter.ts'

/** The adapter of each channel, by name. */
export const channels = new Map<string, Channel>([[PROVIDER, provider]])

/** Returns the channel of a number. @throws InternalError if this version has no such channel */
export function channelOf(number: NumberRef): Channel {
  return byName(channels, channelName(number))
}

/** Returns the channel that sends webhooks to a path: `/sms` is that of the channel `sms`, any other the provider's. */
export function channelAt(path: string): Channel {
  return channels.get(path.split('/')[1] ?? '') ?? provider
}
