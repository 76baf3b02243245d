import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { ServiceError } from '../../platform/errors.ts'
import type { AgentSecrets } from './agent-secrets.ts'
import type { AgentSettings } from './agent-settings.ts'

/** Limits of the design ("Numbers to hold"). Settings and secrets together fit one item of the table. */
const LARGEST_AGENT_BYTES = 300 * 1024
const LARGEST_SECRETS_BYTES = 48 * 1024

/** A signed URL contains a session token. */
const SIGNED_URL_BYTES = 2048

/** @throws ServiceError 413 for an agent that is too large */
export function assertAgentFits(settings: AgentSettings, secrets: AgentSecrets): void {
  const size = Buffer.byteLength(stringifyExactJson(settings))
  if (size > LARGEST_AGENT_BYTES) throw tooLarge('The agent', size, LARGEST_AGENT_BYTES)
  const secretsSize = Buffer.byteLength(stringifyExactJson(secrets))
  if (secretsSize > LARGEST_SECRETS_BYTES)
    throw tooLarge(
      'The secrets and fixed values of the agent (without public ones)',
      secretsSize,
      LARGEST_SECRETS_BYTES,
    )
}

function tooLarge(what: string, size: number, limit: number): ServiceError {
  return new ServiceError(
    'payload_too_large',
    `${what} would have ${Math.ceil(size / 1024)} KB as JSON. The maximum is ${limit / 1024} KB.`,
  )
}

/** Returns the bytes of the agent in a Lambda response, which contains JSON as a string in JSON. */
export function responseSize(settings: AgentSettings): number {
  const json = JSON.stringify(stringifyExactJson(settings))
  return Buffer.byteLength(json) + (settings.documents.length + 1) * SIGNED_URL_BYTES
}
