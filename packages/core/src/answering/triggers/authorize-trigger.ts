import { validate as isUuid } from 'uuid'
import type { AgentSettings } from '../../agents/agents/agent-settings.ts'
import { findAgent, openAgent } from '../../agents/agents/find-agent.ts'
import { TriggerEntity } from '../../agents/agents/trigger-entity.ts'
import { equalInConstantTime } from '../../channel/provider/authenticity.ts'
import { ServiceError } from '../../platform/errors.ts'

export interface OpenTrigger {
  readonly organizationId: string
  readonly agentId: string
  readonly trigger: AgentSettings['outboundTriggers'][number]
}

/**
 * Returns the trigger with this id and secret. An unknown id has the same error as a wrong secret, so that callers
 * cannot find out which ids exist.
 * @throws ServiceError 401 for an unknown id or a wrong secret; 403 for a disabled trigger
 */
export async function authorizeTrigger(id: string, secret: string | undefined): Promise<OpenTrigger> {
  const found = secret ? await findTrigger(id) : undefined
  if (!found || !secret || !equalInConstantTime(secret, found.trigger.secret))
    throw new ServiceError(
      'authentication_failed',
      'Unknown trigger or wrong secret. Send the secret of the trigger in the X-Trigger-Secret header.',
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
  const { settings } = await openAgent(agent)
  const trigger = settings.outboundTriggers.find((one) => one.id === id)
  return trigger && { organizationId: owner.organizationId, agentId: owner.agentId, trigger }
}
