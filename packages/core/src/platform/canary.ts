import { derivedId } from './clock.ts'

/** The organisation and the webhook of the canary. Neither has a member; only `ops canary` creates them. */
export const CANARY = {
  organizationId: derivedId('canary', 'organization'),
  webhookId: derivedId('canary', 'webhook'),
} as const
