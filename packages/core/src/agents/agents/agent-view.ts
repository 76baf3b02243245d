import type { Agent } from '@messaging/contract/agents.ts'
import type { Caller } from '../../platform/caller.ts'
import { isoTime } from '../../platform/clock.ts'
import { signedUrl } from '../../platform/objects/objects.ts'
import { settings as environment } from '../../platform/settings.ts'
import { documentKey } from '../documents/document-key.ts'
import { type AgentContext, getAgentContext } from './agent-context.ts'
import type { StoredAgent } from './find-agent.ts'
import { maskSecrets } from './secret-places.ts'
import { openSettings } from './write-agent.ts'

/** Returns an agent as the caller may see it (spec, Agent). */
export async function agentView(caller: Caller, agent: StoredAgent): Promise<Agent> {
  const context = await getAgentContext(agent.head.organizationId, [agent])
  return await viewInContext(caller, agent, context)
}

/** As `agentView`, with a context that was read before. */
export async function viewInContext(caller: Caller, agent: StoredAgent, context: AgentContext): Promise<Agent> {
  const { organizationId, id, totalMessages = 0, totalSessions = 0, createdAt } = agent.head
  const { organization, numbers, waIds, names, documents } = context
  const seesSecrets = caller.permission === 'full' && caller.organizationId === organizationId
  const settings = seesSecrets ? await openSettings(agent) : maskSecrets(agent.settings)
  const connected = numbers.filter((number) => number.agentId === id && !number.sandbox)
  return {
    id,
    name: settings.name,
    description: settings.description,
    systemPrompt: settings.systemPrompt,
    firstMessage: settings.firstMessage,
    profilePicture: settings.picture && (await signedUrl(settings.picture)),
    icebreakers: settings.icebreakers,
    llmModel: settings.llmModel,
    tools: settings.tools,
    documents: await Promise.all(
      settings.documents.map(async (document) => ({
        id: document.id,
        name: document.name,
        file: await signedUrl(documentKey(organizationId, id, document.id), document.name),
        status: documents.get(document.id) ?? 'pending',
      })),
    ),
    memoryKeys: settings.memoryKeys,
    wakeUpConfigs: settings.wakeUpConfigs,
    outboundTriggers: settings.outboundTriggers.map((trigger) => ({
      id: trigger.id,
      url: `${environment.PUBLIC_BASE_URL}/triggers/${trigger.id}`,
      secret: trigger.secret,
      enabled: trigger.enabled,
      templateId: trigger.templateId,
      templateName: trigger.templateName,
    })),
    websiteTools: settings.websiteTools,
    imageGenerateTools: settings.imageGenerateTools,
    handoffTools: settings.handoffTools.map((tool) => ({
      id: tool.id,
      parentAgentId: id,
      childAgentId: tool.childAgentId,
      childAgentName: names.get(tool.childAgentId) ?? '',
      description: tool.description,
      active: tool.active,
    })),
    mcpConfigs: settings.mcpConfigs.map((config) => ({
      id: config.id,
      connectorId: config.connectorId,
      connectorName: names.get(config.connectorId) ?? '',
      toolWhitelist: config.toolWhitelist,
    })),
    supportTools: '',
    paywallConfig: '',
    adConfig: '',
    creditSettings: '',
    voiceCallConfig: '',
    organization: organization && {
      id: organization.id,
      name: organization.name,
      isPersonal: organization.isPersonal,
    },
    phoneNumbers: connected.map(({ phoneNumberId, accountId = '', number }) => ({
      msgPhoneNumberId: phoneNumberId,
      msgBusinessAccountId: accountId,
      wabaId: waIds.get(accountId) ?? '',
      phoneNumber: number,
    })),
    totalMessages: String(totalMessages),
    totalSessions: String(totalSessions),
    connectUrl: connectUrl(id, connected[0]?.number, numbers.find(({ sandbox }) => sandbox)?.number),
    createdAt: isoTime(createdAt),
  }
}

const CHAT_LINK = 'https://wa.me/'

/** Returns a link that opens a chat on the agent's number, else on the sandbox number with a text that selects it. */
export function connectUrl(agentId: string, number: string | undefined, sandboxNumber: string | undefined): string {
  if (number !== undefined) return `${CHAT_LINK}${number}`
  if (sandboxNumber === undefined) return ''
  return `${CHAT_LINK}${sandboxNumber}?text=${encodeURIComponent(`/connect:${agentId}`)}`
}
