import { capabilityKey, capabilityKeys } from '../../platform/secrets/capability-keys.ts'
import { equalInConstantTime } from '../../platform/secrets/equal-in-constant-time.ts'

const CAPABILITY = 'canary'

/** Returns the value of `?canary` in the URL of the canary's webhook. `now` in milliseconds. */
export async function canaryToken(now: number): Promise<string> {
  return (await capabilityKey(CAPABILITY, now)).toString('hex')
}

/** Returns whether a request is a delivery to the canary's webhook. */
export async function isCanaryToken(token: string, now: number): Promise<boolean> {
  const keys = await capabilityKeys(CAPABILITY, now)
  return keys.some((key) => equalInConstantTime(token, key.toString('hex')))
}
