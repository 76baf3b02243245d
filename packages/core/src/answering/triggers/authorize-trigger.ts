import { validate as isUuid } from 'uuid'
import type { AgentSettings } from '../../agents/agents/agent-settings.ts'
import { findAgent } from '../../agents/agents/find-agent.ts'
import { TriggerEntity } from '../../agents/agents/trigger-entity.ts'
import { openSettings } from '../../agents/agents/write-agent.ts'
import { equalInConstantTime } from '../../channel/provider/authenticity.ts'
import { ServiceError } from '../../platform/errors.ts'

/** An outbound trigger with whose it is. */
export interface OpenTrigger {
  readonly organizationId: string
  readonly agentId: string
  readonly trigger: AgentSettings['outboundTriggers'][number]
}

/**
 * The trigger that an id and a secret open. An unknown id is refused as a wrong secret is, 401, so that nobody learns which
 * ids there are; 403, when the secret is right, for a trigger that is disabled.
 */
export async function authorizeTrigger(id: string, secret: string | undefined): Promise<OpenTrigger> {
  const found = secret ? await findTrigger(id) : undefined
  if (!found || !secret || !equalInConstantTime(secret, found.trigger.secret))
    throw new ServiceError(
      'authentication_failed',
      'No trigger has this id and secret. Send its secret in the X-Trigger-Secret header.',
    )
  if (!found.trigger.enabled)
    throw new ServiceError('permission_denied', 'The trigger is disabled. Enable it in the settings of its agent.')
  return found
}

async function findTrigger(id: string): Promise<OpenTrigger | undefined> {
  if (!isUuid(id)) return undefined
  const { data: owner } = await TriggerEntity.get({ id }).go({ consistent: true })
  const agent = owner && (await findAgent(owner.organizationId, owner.agentId))
  if (!agent) return undefined
  const { outboundTriggers } = await openSettings(agent)
  const trigger = outboundTriggers.find((one) => one.id === id)
  return trigger && { organizationId: owner.organizationId, agentId: owner.agentId, trigger }
}
